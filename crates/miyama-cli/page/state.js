// @ts-check
// What a view shows, kept wholly in the address: `#/see?game=wythoff&to=60`.

export const VIEWS = ["home", "see", "play", "check", "define", "explore", "lectures"];

/** What the views share when one goes from one to the next. */
const SHARED = ["game", "misere"];

/** The address as the page has read or written it last. @type {string | undefined} */
let seen;

/** The state of an address; without one, of that of the page. @param {string} [hash] */
export function read(hash) {
  if (hash === undefined) {
    seen = location.hash;
    hash = seen;
  }
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const view = VIEWS.includes(path) ? path : "home";
  return { view, ...Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a state; what is empty is left out. */
export function link({ view, ...rest }) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== "" && value !== false) query.set(name, value === true ? "1" : value);
  }
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return `#/${view}${text ? `?${text}` : ""}`;
}

/**
 * Writes the state into the address without a new entry in the history. An address that was gone to and
 * is not shown yet stays: the browser tells of it a moment later, and the view that is left may still answer.
 */
export function keep(state) {
  if (seen !== undefined && location.hash !== seen) return;
  const hash = link(state);
  if (hash !== location.hash) history.replaceState(null, "", hash);
  if (seen !== undefined) seen = location.hash;
  share(state);
}

/** Points the links of the other views at the same game. */
export function share(state) {
  const shared = Object.fromEntries(SHARED.map((name) => [name, state[name]]));
  for (const anchor of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav [data-view]"))) {
    if (anchor.dataset.view !== state.view) anchor.href = link({ view: anchor.dataset.view, ...shared });
    else anchor.href = link(state);
  }
}

/** Whether a text is a definition, not the name of a game. */
export const isDefinition = (text) => ["->", "→", "↦", "=>", "⇒", "⟶", "⟼", "\\to", "\\mapsto", "\\rightarrow"].some((arrow) => text.includes(arrow))
  || /^[^({=]*\([^()]*\)\s*(:?=|≔)[\s$]*(\\left\s*)?\\?\{/.test(text);

/** The question for a position of a game: by name, or a definition with its heaps. */
export function positionOf(game, at) {
  return isDefinition(game) ? { position: game, at } : { position: `${game}:${at}` };
}
