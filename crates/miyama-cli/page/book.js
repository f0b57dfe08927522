// @ts-check
// The book: light or dark as on the page, and a search in its titles. It reads without either.

const root = document.documentElement;
const chosen = localStorage.getItem("theme");
if (chosen) root.dataset.theme = chosen;
document.getElementById("theme").addEventListener("click", () => {
  const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});
// The page and the book speak the same language.
localStorage.setItem("language", root.lang);

const contents = /** @type {HTMLDetailsElement} */ (document.getElementById("contents"));
const search = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const found = document.getElementById("found");
// On a phone the chapter comes first.
if (matchMedia("(max-width: 60rem)").matches) contents.open = false;
search.closest("label").hidden = false;

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (found.querySelectorAll("li"))) {
    item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
    if (!item.hidden) count += 1;
  }
  found.hidden = words.length === 0;
  contents.hidden = words.length > 0;
  document.getElementById("none").textContent = words.length > 0 ? String(count) : "";
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape" && document.activeElement === search) {
    search.value = "";
    search.dispatchEvent(new Event("input"));
  }
});
