import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds on the page in the given theme, one line per element: empty when clean. */
export async function findings(theme: "light" | "dark", root: Element = document.body): Promise<string[]> {
  document.documentElement.style.colorScheme = theme;
  await document.fonts.ready;
  // What fades in has its contrast when it has arrived; what pulses for ever is not waited for.
  const passing = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map((animation) => animation.finished));
  const { violations } = await axe.run(root, { runOnly: TAGS });
  document.documentElement.style.colorScheme = "";
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}
