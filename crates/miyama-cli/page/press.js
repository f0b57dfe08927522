// @ts-check
// Taps on buttons and drags over them, by mouse, pen or finger.

/**
 * Listens to one pointer at a time on the buttons of `area`. `tap(button)` is
 * called when it goes up where it went down, however long it stayed, and for a
 * key or a reader that clicks. `drag(buttons)` is called with all buttons it
 * passed whenever it comes to another one. `begin()` is called first and gives
 * back how to undo the drag, if the browser takes the gesture to scroll.
 * @param {HTMLElement} area
 * @param {{ begin?: () => () => void, tap: (button: HTMLButtonElement) => void, drag?: (buttons: HTMLButtonElement[]) => void }} listeners
 */
export function pressing(area, { begin = () => () => {}, tap, drag = () => {} }) {
  let press = null;
  const buttonAt = (x, y) => {
    const button = document.elementFromPoint(x, y)?.closest("button");
    return button && area.contains(button) && !button.disabled ? button : null;
  };
  area.addEventListener("pointerdown", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!event.isPrimary || event.button !== 0 || !button || button.disabled) return;
    press = { pointer: event.pointerId, passed: [button], undo: begin() };
    // A finger keeps to the button where it went down, a mouse does not: with this both tell the area.
    area.setPointerCapture(event.pointerId);
  });
  area.addEventListener("pointermove", (event) => {
    if (event.pointerId !== press?.pointer) return;
    const button = buttonAt(event.clientX, event.clientY);
    if (!button || button === press.passed.at(-1)) return;
    press.passed.push(button);
    drag(press.passed);
  });
  area.addEventListener("pointerup", (event) => {
    if (event.pointerId !== press?.pointer) return;
    const { passed } = press;
    press = null;
    if (passed.length === 1 && buttonAt(event.clientX, event.clientY) === passed[0]) tap(passed[0]);
  });
  area.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== press?.pointer) return;
    if (press.passed.length > 1) press.undo();
    press = null;
  });
  // Clicks of a pointer have been taken when it went up.
  area.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (event.detail === 0 && button) tap(button);
  });
  // A finger that stays is a tap too, not a wish for the browser's menu.
  area.addEventListener("contextmenu", (event) => { if (press) event.preventDefault(); });
}
