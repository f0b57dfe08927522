import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  { files: ["test/**", "eslint.config.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
