// The texts of the page: the same catalogue as the command line's.

let texts = {};
let current = "en";

export const language = () => current;

/** The language chosen before, else the browser's. */
export function preferred() {
  const chosen = localStorage.getItem("language");
  if (chosen === "en" || chosen === "ja") return chosen;
  return (navigator.languages?.[0] ?? navigator.language ?? "en").toLowerCase().startsWith("ja") ? "ja" : "en";
}

export async function load(lang) {
  const reply = await fetch(`/api/texts?lang=${lang}`);
  texts = (await reply.json()).texts;
  current = lang;
  document.documentElement.lang = lang;
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
  for (const node of root.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
}
