// @ts-check
// The texts of the page: the same catalogue as the command line's.

let texts = {};
let current = "en";
let languages = { en: "English" };

export const language = () => current;

/** The language after the current one: its code and its own name. */
export function nextLanguage() {
  const codes = Object.keys(languages);
  const code = codes[(codes.indexOf(current) + 1) % codes.length];
  return { code, name: languages[code] };
}

/** The language chosen before, else null: the server knows what the browser asks for. */
export const preferred = () => localStorage.getItem("language");

export async function load(lang) {
  const asked = lang ? await fetch(`/api/texts?lang=${encodeURIComponent(lang)}`) : null;
  const reply = asked?.ok ? asked : await fetch("/api/texts");
  ({ texts, lang: current, languages } = await reply.json());
  document.documentElement.lang = current;
}

/** The text of a key: `{name}` is replaced by an argument, `{name:heap|heaps}` by the word that goes with it. */
export function say(key, values = {}) {
  const pattern = texts[key] ?? key;
  return pattern.replace(/\{([a-z_]+)(?::([^{}|]*)\|([^{}]*))?\}/g, (whole, name, one, many) => {
    if (!(name in values)) return whole;
    if (many === undefined) return String(values[name]);
    return String(values[name]) === "1" ? one : many;
  });
}

/** Gives the elements of the page their words. */
export function translate(root = document) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-say]"))) node.textContent = say(node.dataset.say);
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-label]"))) node.setAttribute("aria-label", say(node.dataset.label));
}
