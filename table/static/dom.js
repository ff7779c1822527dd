// Making elements, and keeping those that stay: focus and screen readers must not lose their place.
// @ts-check

/**
 * An element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] "text" is its text; functions are listeners
 * @param {(Node | null | undefined)[]} [children]
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(.../** @type {Node[]} */ (children.filter(Boolean)));
  return made;
}

/**
 * Fill a place with other elements; the one with the focus is found again by its key.
 * @param {Element} place
 * @param {(Node | null | undefined)[]} children
 */
export function fill(place, children) {
  const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
  place.replaceChildren(.../** @type {Node[]} */ (children.filter(Boolean)));
  if (!key) return;
  const again = [...place.querySelectorAll("[data-key]")].find(
    (one) => /** @type {HTMLElement} */ (one).dataset.key === key,
  );
  if (again) /** @type {HTMLElement} */ (again).focus();
}

const MARKS = "marks";

/** Whether tiles have letters and numbers beside the signs of China and Japan. */
export function hasMarks() {
  return localStorage.getItem(MARKS) !== "plain";
}

/** @param {boolean} on */
export function setMarks(on) {
  localStorage.setItem(MARKS, on ? "western" : "plain");
}

/**
 * A tile or card of the sprite.
 * @param {string} symbol
 * @param {string} kind
 * @returns {SVGElement}
 */
export function picture(symbol, kind) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("class", kind);
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("viewBox", kind.startsWith("card") ? "0 0 46 66" : "0 0 30 42");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `faces.svg?marks=${hasMarks() ? "western" : "plain"}#${symbol}`);
  drawing.append(use);
  return drawing;
}

/** @param {string} id */
export const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
