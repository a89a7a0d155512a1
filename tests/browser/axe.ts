import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds on the page in the given theme, one line per element: empty when clean. */
export async function findings(theme: "light" | "dark", root: Element = document.body): Promise<string[]> {
  document.documentElement.dataset.theme = theme;
  await document.fonts.ready;
  const { violations } = await axe.run(root, { runOnly: TAGS });
  delete document.documentElement.dataset.theme;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}
