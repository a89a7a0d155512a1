import type { Page } from "playwright";
import { expect, it } from "vitest";
import { auditEverywhere } from "./audit";
import { choose, exported, openEmpty, pressByKeyboard, quiet, sharedSession, takeSample, writtenDown } from "./browser";

const session = sharedSession();
const PATIENT = { timeout: 60_000 };

/** The figure under a label. */
const figure = async (page: Page, label: string) => {
  const stat = page.locator("dl > div").filter({ hasText: label }).first();
  return (await stat.locator("dd").first().innerText()).split("\n")[0].trim();
};
const nextSteps = (page: Page) => page.getByRole("navigation", { name: "Next steps" });

it("GARCH ▸ Risk Manager: the fitted model comes along, its losses stand beside the others, a reload keeps it", {
  timeout: 180_000,
}, async () => {
  const page = await openEmpty(session.current, "/garch-model");
  await takeSample(page, "DM/GBP benchmark");
  await page.getByText("1,974 values read").waitFor(PATIENT);
  await choose(page, "Error Distribution", "Student's t");
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  await page.getByRole("tab", { name: "Forecast" }).click();
  await page.getByText("VaR, 95%").waitFor(PATIENT);
  expect(await figure(page, "VaR, 95%")).toBe("0.551%");
  await pressByKeyboard(page, "Risk with this volatility");
  await page.getByRole("heading", { level: 1, name: "Risk Manager" }).waitFor();
  await page.getByText("1,974 values read").first().waitFor(PATIENT);
  await page.getByRole("button", { name: "Remove the model" }).waitFor();
  await page.keyboard.press("Control+Enter");
  const strip = page.getByRole("region", { name: "Next step by GARCH(1,1), Student's t" });
  await strip.waitFor(PATIENT);
  // The column has simple returns: the loss is that of the forecast.
  expect(await figure(page, "Next-step VaR")).toBe("0.55%");
  await page.getByText("GARCH(1,1), Student's t, fitted to 1,974 simple returns").waitFor();
  const row = page.getByRole("row", { name: /^GARCH\(1,1\), Student's t, next step/ });
  expect(await row.innerText()).toContain("0.55%");
  await quiet(page);
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const result = JSON.parse(await exported(page, "Results as JSON"));
  expect(result.analysis.screenSettings.volatilityModel).toMatchObject({ variance: "garch", distribution: "t", p: 1, q: 1 });
  expect(result.analysis.byModel.losses.valueAtRisk).toBeCloseTo(0.00551, 5);

  await writtenDown(page, "volatilityModel");
  await page.reload();
  await page.getByText("1,974 values read").first().waitFor(PATIENT);
  await page.keyboard.press("Control+Enter");
  await strip.waitFor(PATIENT);
  expect(await figure(page, "Next-step VaR")).toBe("0.55%");
  await page.getByRole("button", { name: "Remove the model" }).click();
  await page.getByText("Data or settings have changed. Run it again.").waitFor();
  await page.keyboard.press("Control+Enter");
  await strip.waitFor({ state: "detached", ...PATIENT });
  expect(session.current.errors).toEqual([]);
});

it("Markov regimes ▸ Backtester: performance by the same regimes, on the chart too; a reload keeps them", {
  timeout: 180_000,
}, async () => {
  const page = await openEmpty(session.current, "/markov-regime");
  await takeSample(page, "WTI crude oil");
  await page.getByText("8,321 values read").waitFor(PATIENT);
  await page.getByRole("radiogroup", { name: "Number of regimes" }).getByText("3", { exact: true }).click();
  await page.keyboard.press("Control+Enter");
  await nextSteps(page).waitFor(PATIENT);
  await pressByKeyboard(page, "Backtest a strategy by regime");
  await page.getByRole("heading", { level: 1, name: "Backtester" }).waitFor();
  await page.getByText("8,321 values read").first().waitFor(PATIENT);
  await page.getByRole("button", { name: /3 regimes\s*Performance by regime|Performance by regime\s*3 regimes/ }).waitFor();
  await page.getByRole("button", { name: "All dates" }).click();
  await page.keyboard.press("Control+Enter");
  const table = page.getByRole("grid", { name: "By regime" });
  await table.waitFor(PATIENT);
  const rows = async () => (await table.innerText()).split("\n").filter((line) => /^(Bull|Neutral|Bear)/.test(line));
  const first = await rows();
  expect(first).toHaveLength(3);
  await page.getByText("Daily", { exact: true }).click();
  const legend = page.getByRole("application", { name: /Performance Chart/ }).first();
  await expect.poll(() => legend.innerText(), PATIENT).toMatch(/Bull[\s\S]*Neutral[\s\S]*Bear/);
  await quiet(page);
  expect(await auditEverywhere(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const result = JSON.parse(await exported(page, "Results as JSON"));
  expect(result.byRegime).toMatchObject({ states: 3, reason: null });
  expect(result.tearSheet.drawdowns[0].depth).toBeCloseTo(result.performance.maxDrawdown, 12);
  expect(result.byRegime.regimes.reduce((sum: number, { share }: { share: number }) => sum + share, 0)).toBeCloseTo(1, 12);

  await writtenDown(page, "regimes");
  await page.reload();
  await page.getByText("8,321 values read").first().waitFor(PATIENT);
  await page.keyboard.press("Control+Enter");
  await table.waitFor(PATIENT);
  await expect.poll(rows, PATIENT).toEqual(first);
  expect(session.current.errors).toEqual([]);
});
