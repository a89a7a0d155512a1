import "../../src/styles.css";
import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import MarketCuriosity from "../../src/tools/market-curiosity/market-curiosity.tsx";
import { itInLongRuns } from "../fixtures/in-all";
import { holdJob } from "./hold-job.ts";

const box = () => page.getByRole("textbox", { name: "Market Data" });
const run = () => page.getByRole("button", { name: "Run Analysis" }).first();
const figures = () => page.getByRole("region", { name: "Key figures" });

/** A seeded random walk of prices, one per line. */
function walk(rows: number): string {
  let [state, price] = [7, 100];
  return Array.from({ length: rows }, () => {
    state = (state * 48_271) % 2_147_483_647;
    price *= 1 + 0.04 * (state / 2_147_483_647 - 0.5);
    return price.toFixed(4);
  }).join("\n");
}

async function open() {
  const screen = await render(<MarketCuriosity />);
  await expect.element(box()).toBeVisible();
  return screen;
}

beforeEach(async () => {
  // Inputs are kept between visits, so each test starts with empty ones.
  const screen = await open();
  const remove = page.getByRole("button", { name: /^Remove / });
  if (remove.elements().length > 0) await remove.first().click();
  await box().fill("");
  await screen.unmount();
});

it("says what to do when empty, and asks for a file", async () => {
  await open();
  await expect.element(page.getByText(/^Upload a CSV file with prices/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Clear" })).toBeDisabled();
  await run().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please select a file first");
});

itInLongRuns("analyzes typed prices, and says when the result belongs to other data or settings", async () => {
  await open();
  await box().fill(walk(160));
  await run().click();
  for (const label of ["Curiosity Score", "Market Volatility", "Pattern Strength", "Price Trend"]) {
    await expect.element(figures().getByText(label, { exact: true })).toBeVisible();
  }
  await expect.element(page.getByRole("application", { name: /^Pattern Analysis, chart of 160 rows/ })).toBeVisible();
  await expect.element(page.getByRole("table", { name: "Structure" })).toBeVisible();
  await page.getByRole("button", { name: "Discord 1" }).click();
  await expect.element(page.getByRole("heading", { name: "Windows of Discord 1" })).toBeVisible();
  const stale = page.getByText(/have changed\. Run the analysis again/);
  await expect.element(stale).not.toBeInTheDocument();
  await page.getByRole("textbox", { name: "Seed" }).fill("2");
  await userEvent.keyboard("{Tab}");
  await expect.element(stale).toBeVisible();
  await page.getByRole("textbox", { name: "Seed" }).fill("1");
  await userEvent.keyboard("{Tab}");
  await expect.element(stale).not.toBeInTheDocument();
});

it("raises alerts at the thresholds set by the user", async () => {
  await open();
  await box().fill(walk(160));
  await page.getByRole("button", { name: "Thresholds" }).click();
  await page.getByRole("textbox", { name: "Return beyond" }).fill("0.5");
  await userEvent.keyboard("{Tab}");
  await run().click();
  await expect
    .element(page.getByRole("list", { name: "Raised alerts" }))
    .toHaveTextContent(/standard deviations from the mean \(limit 0\.5\)/);
  await page.getByRole("button", { name: "Reset to defaults" }).click();
});

itInLongRuns("a short series has no patterns and no novelty, and says so", async () => {
  await open();
  await box().fill(walk(40));
  await run().click();
  await expect.element(page.getByText("The series is too short for a matrix profile of 22 rows.")).toBeVisible();
  await expect.element(page.getByText(/no novelty: needs 100 returns/)).toBeVisible();
  await expect.element(page.getByRole("table", { name: "Alert rules" })).toHaveTextContent(/not available/);
});

it("shows a long run, and Esc cancels it", async () => {
  await open();
  await box().fill(walk(60));
  await expect.element(page.getByText("60 values read, 0 dropped")).toBeVisible();
  holdJob();
  await run().click();
  await expect.element(page.getByRole("button", { name: "Analyzing..." })).toBeVisible();
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
