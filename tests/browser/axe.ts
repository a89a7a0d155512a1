import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules that depend on the theme; all others check structure, text and sizes, which no theme changes. */
const OF_THE_THEME = ["color-contrast", "link-in-text-block"];

/** Axe violations of the page in the given theme, one line per element; empty if there are none. */
export const findings = (theme: "light" | "dark", root: Element = document.body): Promise<string[]> =>
  run(theme, root, { type: "tag", values: TAGS });

/**
 * Axe violations in both themes: all rules in the light one, and in the dark one those that depend on the theme. Where the flows or another
 * test check a screen with axe, only `npm run test:all` does so again (`if (ALL)`).
 */
export const findingsInBothThemes = async (): Promise<string[]> => [
  ...(await findings("light")),
  ...(await run("dark", document.body, { type: "rule", values: OF_THE_THEME })),
];

/** For tests that run once per theme: all rules in the light one, and in the dark one those that depend on the theme. */
export const findingsOf = (theme: "light" | "dark"): Promise<string[]> =>
  theme === "light" ? findings(theme) : run(theme, document.body, { type: "rule", values: OF_THE_THEME });

async function run(theme: "light" | "dark", root: Element, runOnly: axe.RunOnly): Promise<string[]> {
  document.documentElement.style.colorScheme = theme;
  await document.fonts.ready;
  // Fading elements have their final contrast only at the end; endless animations are not waited for.
  const passing = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map((animation) => animation.finished));
  const { violations } = await axe.run(root, { runOnly, resultTypes: ["violations"] });
  document.documentElement.style.colorScheme = "";
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}
