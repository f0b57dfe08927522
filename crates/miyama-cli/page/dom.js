// @ts-check
// Elements from a few words, and the one place that speaks to screen readers.

/** An element: properties, `on…` listeners and attributes, then children. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && !name.includes("-") && name !== "list" && name !== "form") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Replaces what is in a node. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Tells a screen reader. */
export function announce(text) {
  const status = document.getElementById("status");
  // The same text again would not be read again.
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}

/** Calls the function when it has not been asked for some time. */
export function later(milliseconds, run) {
  let timer;
  const call = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), milliseconds);
  };
  call.stop = () => clearTimeout(timer);
  return call;
}

/**
 * A pen for an empty canvas whose pixels are those of the screen; nothing while it is not shown.
 * @param {HTMLCanvasElement} canvas
 */
export function freshPen(canvas) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (!width) return null;
  const ratio = window.devicePixelRatio || 1;
  // A new size empties the canvas.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  return { pen, width, height };
}

/** Gives the browser a file to save. */
export function save(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
