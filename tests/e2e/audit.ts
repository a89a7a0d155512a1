import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** What axe finds wrong with the page as it stands, in short. */
export async function audit(page: Page): Promise<string[]> {
  // What follows a change of width by a frame or two has happened.
  await page.waitForTimeout(200);
  // The page's policy refuses injected script tags; evaluating is the browser's own doing and is not bound by it.
  await page.evaluate(AXE);
  const results = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
  });
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}
