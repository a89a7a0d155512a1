import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { runs } from "../../src/state/run-list";
import { RefitsPanel } from "../../src/tools/garch-model/refits-panel.tsx";
import { GARCH_DEFAULTS } from "../../src/tools/garch-model/settings";
import { testSeries } from "../fixtures/series";
import { partAtCancel } from "./part-at-cancel.ts";

afterEach(() => vi.restoreAllMocks());

/** Returns in percent with an oscillating variance. */
const RETURNS = Array.from({ length: 700 }, (_, t) => (1 + Math.sin(t / 60) / 2) * Math.sin(t * t * 0.37 + t));

it("canceled among the refits shows those made and says so; run again it makes all", { timeout: 60_000 }, async () => {
  await runs.open();
  const recorded = runs.read().records.length;
  const model = { variance: "garch", p: 1, q: 1, distribution: "normal", preSample: "sample" };
  const run = { series: testSeries("a5f1", RETURNS), settings: { ...GARCH_DEFAULTS, kind: "returns" }, value: { fit: { model } } };
  const shorter = (input: object) => ({ ...input, values: Float64Array.from(RETURNS.slice(0, 490)) });
  partAtCancel("refit-garch", shorter, { canceledAfter: { done: 24, of: 45 } });
  await render(
    <RefitsPanel run={run as never} settings={{ ...GARCH_DEFAULTS, refitWindow: 250, refitStep: 10 }} change={() => undefined} />,
  );
  await page.getByRole("button", { name: "Refit", exact: true }).click();
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  const note = page.getByText(/Canceled after 24 of 45 refits\. Forecasts and losses above VaR end where these end/);
  await expect.element(note, { timeout: 30_000 }).toBeVisible();
  const announced = () => document.querySelector('[data-announcer="polite"]')?.textContent;
  await expect.poll(announced).toBe("Canceled after 24 of 45 refits");
  const figures = page.getByRole("region", { name: "Refits", exact: true });
  await expect.element(figures).toHaveTextContent(/^Refitsi24/);
  await expect.element(figures).toHaveTextContent(/of 240; 1% expected/);
  expect(runs.read().records.length).toBe(recorded);
  await page.getByRole("button", { name: "Refit", exact: true }).click();
  await expect.element(figures).toHaveTextContent(/of 450; 1% expected/);
  await expect.element(note).not.toBeInTheDocument();
  await expect.poll(announced).toBe("45 refits made");
});
