/** Same as in `src/styles.css`. */
const FADE = 28;

/**
 * Width of the fade at the right edge of a scrolling table, in CSS pixels. It covers what is visible of a column that the edge cuts: in a
 * right-aligned column "47.63" of 47.63% or "−1,2" could be misread as complete.
 */
export function fadeOfCut(element: HTMLElement): number {
  const edge = element.getBoundingClientRect().left + element.clientLeft + element.clientWidth;
  for (const head of element.querySelectorAll("thead th")) {
    const { left, right } = head.getBoundingClientRect();
    if (left < edge - FADE && right > edge + 1) return getComputedStyle(head).textAlign === "right" ? edge - left : FADE;
  }
  return FADE;
}
