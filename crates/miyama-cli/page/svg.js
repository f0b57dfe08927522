// @ts-check
// Elements of a drawing, as `el` makes those of the page.

/**
 * @param {string} tag
 * @param {Record<string, string | number | null>} attributes
 * @param {...any} children
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    // The page's rules of security forbid the attribute, not the property.
    if (name === "style") node.style.cssText = String(value ?? "");
    else if (value !== null) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
}
