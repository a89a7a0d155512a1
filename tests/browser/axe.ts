import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What the theme decides: the other rules look at structure, text and sizes, which no theme changes. */
const OF_THE_THEME = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page in the given theme, one line per element: empty when clean. */
export const findings = (theme: "light" | "dark", root: Element = document.body): Promise<string[]> =>
  run(theme, root, { type: "tag", values: TAGS });

/**
 * What axe finds in both themes: all rules in the light one, and in the dark one those a theme decides. Where the flows hold a screen to
 * axe, or another test of it does, only `npm run test:all` looks again (`if (ALL)`).
 */
export const findingsInBothThemes = async (root: Element = document.body): Promise<string[]> => [
  ...(await findings("light", root)),
  ...(await run("dark", root, { type: "rule", values: OF_THE_THEME })),
];

/** Of a test that has a run for each theme: all rules in the light one, and in the dark one those a theme decides. */
export const findingsOf = (theme: "light" | "dark", root: Element = document.body): Promise<string[]> =>
  theme === "light" ? findings(theme, root) : run(theme, root, { type: "rule", values: OF_THE_THEME });

async function run(theme: "light" | "dark", root: Element, runOnly: axe.RunOnly): Promise<string[]> {
  document.documentElement.style.colorScheme = theme;
  await document.fonts.ready;
  // What fades in has its contrast when it has arrived; what pulses for ever is not waited for.
  const passing = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map((animation) => animation.finished));
  const { violations } = await axe.run(root, { runOnly, resultTypes: ["violations"] });
  document.documentElement.style.colorScheme = "";
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}
