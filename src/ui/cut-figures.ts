/** As `src/styles.css` has it. */
const FADE = 28;

/**
 * How far a table grows faint before the right edge of what it scrolls in, in CSS pixels. Of a column of figures that the edge cuts, as far as
 * that is in view: it is right-aligned, and "47.63" of 47.63% or "−1,2" would be read.
 */
export function fadeOfCut(element: HTMLElement): number {
  const edge = element.getBoundingClientRect().left + element.clientLeft + element.clientWidth;
  for (const head of element.querySelectorAll("thead th")) {
    const { left, right } = head.getBoundingClientRect();
    if (left < edge - FADE && right > edge + 1) return getComputedStyle(head).textAlign === "right" ? edge - left : FADE;
  }
  return FADE;
}
