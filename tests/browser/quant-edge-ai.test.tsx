import "../../src/styles.css";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { compute } from "../../src/client/compute";
import QuantEdgeAi from "../../src/tools/quant-edge-ai/quant-edge-ai.tsx";
import { ALL, itInLongRuns } from "../fixtures/in-all";
import { findingsInBothThemes } from "./axe.ts";

const box = () => page.getByRole("textbox", { name: "Market Data" });
const news = () => page.getByRole("textbox", { name: "News Data" });
const submit = () => page.getByRole("button", { name: "Get Trading Decision" });
const tab = (name: string) => page.getByRole("tab", { name });
const PRICES = Array.from({ length: 80 }, (_, t) => (100 + 5 * Math.sin(t / 6) + t / 20).toFixed(2)).join("\n");

async function open() {
  const screen = await render(<QuantEdgeAi />);
  await expect.element(box()).toBeVisible();
  return screen;
}

beforeEach(async () => {
  for (const name of Object.keys(localStorage)) if (name.startsWith("prospect.")) localStorage.removeItem(name);
  window.history.replaceState(window.history.state, "", window.location.pathname);
  const screen = await open();
  const remove = page.getByRole("button", { name: /^Remove / });
  while (remove.elements().length > 0) await remove.first().click();
  await box().fill("");
  await news().fill("");
  await screen.unmount();
});

itInLongRuns("shows every field of the result and every rule", async () => {
  await open();
  await expect.element(submit()).toBeDisabled();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Both market data and news data are required");
  await box().fill(PRICES);
  await news().fill("Strong growth");
  await submit().click();
  await expect.element(page.getByTestId("action")).toHaveTextContent(/[▲▼■] (Buy|Sell|Hold)/);
  expect(page.getByRole("table", { name: "Rule trace" }).getByRole("row").elements()).toHaveLength(18);
  const fields = page.getByRole("table", { name: "Analysis result" });
  for (const field of ["decisionScores", "marketConfidence", "technicalIndicators.ema", "newsAnalysis.wordCount", "regime", "timestamp"]) {
    await expect.element(fields.getByText(field, { exact: true })).toBeVisible();
  }
  await news().fill("Weak");
  await expect.element(page.getByText(/Inputs have changed since this signal/)).toBeVisible();
});

it("decides by the limits of a profile, which can be saved, removed and restored", async () => {
  await open();
  await page.getByRole("button", { name: /^Rule defaults/ }).click();
  await page.getByRole("option", { name: "By regime" }).click();
  const buy = page.getByRole("textbox", { name: "Normal, buy above" });
  await buy.fill("0.3");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("alert")).toHaveTextContent(/Sell below Buy/);
  await buy.fill("0.9");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await page.getByRole("textbox", { name: "Profile name" }).fill("Careful");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(page.getByRole("button", { name: /^Careful/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove profile" }).click();
  await expect.element(page.getByRole("button", { name: /^By regime/ })).toBeVisible();
});

itInLongRuns("replays history step by step, and proves that no step used future data", async () => {
  await open();
  await box().fill(PRICES);
  await tab("Replay").click();
  await page.getByRole("button", { name: "Replay history" }).click();
  await expect
    .element(page.getByTestId("step-note"))
    .toHaveTextContent(/Step 80: decided from 80 prices; .* Bit-identical to the replay\./);
  await page.getByRole("button", { name: "Step back" }).click();
  await expect.element(page.getByTestId("step-note")).toHaveTextContent(/Step 79: decided from 79 prices; .* Bit-identical/);
  await page.getByRole("button", { name: "Run check" }).click();
  await expect.element(page.getByTestId("proof")).toHaveTextContent("61 of 61 steps are bit-identical");
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});

it("plays history by keys, and shows of chart, figures and table only what was known at that bar", async () => {
  await open();
  await box().fill(PRICES);
  await tab("Replay").click();
  await page.getByRole("button", { name: "Replay history" }).click();
  const note = page.getByTestId("step-note");
  await expect.element(note).toHaveTextContent(/^Step 80:/);
  const known = page.getByRole("region", { name: "As known at this bar" });
  await userEvent.keyboard("{Home}");
  await expect.element(note).toHaveTextContent(/^Step 20: decided from 20 prices; .* Bit-identical/);
  await expect.element(known).toHaveTextContent(/P&L of the rules.*always in 0\.00%/);
  await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowRight}{/Shift}");
  await expect.element(note).toHaveTextContent(/^Step 31:/);
  await expect.element(known).toHaveTextContent(PRICES.split("\n")[30]);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await expect.element(page.getByText("1–25 of 31")).toBeVisible();
  await page.getByRole("button", { name: "Chart", exact: true }).click();
  const asked = vi.spyOn(compute, "run");
  await page.getByRole("button", { name: /^10 bars\/s/ }).click();
  await page.getByRole("option", { name: "250 bars/s" }).click();
  await expect.element(page.getByRole("button", { name: /^250 bars\/s/ })).toBeVisible();
  // Longer than a step's delay before its rules are computed: changing the speed moves to no step.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked.mock.calls.filter(([job]) => job === "decide-step")).toEqual([]);
  asked.mockRestore();
  const chart = page.getByRole("application", { name: /Space plays and pauses/ });
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(note).toHaveTextContent(/^Step 80: .* Bit-identical/);
  await expect.element(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

it("decides for every column of a table", async () => {
  await open();
  const rows = Array.from(
    { length: 60 },
    (_, t) =>
      `2024-${String(1 + Math.floor(t / 28)).padStart(2, "0")}-${String(1 + (t % 28)).padStart(2, "0")},${100 + t + 3 * (t % 3)},${100 - t - 3 * (t % 3)}`,
  );
  await box().fill(`Date,Rising,Falling\n${rows.join("\n")}`);
  await tab("Batch").click();
  await page.getByRole("button", { name: "Decide for 2 columns" }).click();
  const table = page.getByRole("grid", { name: "Decisions by column" });
  await expect.element(table).toHaveTextContent(/Rising▲ Buy.*Falling▼ Sell/s);
  await expect.element(page.getByText("No news: neutral sentiment for every column.")).toBeVisible();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});
