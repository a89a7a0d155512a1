/**
 * Tells how wide an area is and becomes, in pixels. Not while the page is printed: a sheet has what was painted for the screen, at another scale.
 * @returns stops it
 */
export function watchWidth(area: Element | null, tell: (width: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (!matchMedia("print").matches) tell(Math.floor(entry.contentRect.width));
  });
  if (area) observer.observe(area);
  return () => observer.disconnect();
}
