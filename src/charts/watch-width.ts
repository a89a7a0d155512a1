/**
 * Reports the width of an area now and on change, in CSS pixels. Not while printing: the page then shows what was painted for the screen at
 * another scale.
 * @returns a function that stops it
 */
export function watchWidth(area: Element | null, onWidth: (width: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (!matchMedia("print").matches) onWidth(Math.floor(entry.contentRect.width));
  });
  if (area) observer.observe(area);
  return () => observer.disconnect();
}
