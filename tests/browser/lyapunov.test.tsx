import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import Lyapunov from "../../src/tools/lyapunov/lyapunov.tsx";
import { itInLongRuns } from "../fixtures/in-all";
import { uniforms } from "../kernels/reference/random.ts";
import { holdJob } from "./hold-job.ts";
import { partAtCancel } from "./part-at-cancel.ts";

const box = () => page.getByRole("textbox", { name: "Market Data" });
const run = () => page.getByRole("button", { name: /Run Analysis/ });

/** Bars whose closes follow the logistic map: their returns are chaotic. */
function bars(rows: number): string {
  const lines = ["Date,High,Low,Close"];
  for (let t = 0, x = 0.3, close = 100; t < rows; t++) {
    x = 4 * x * (1 - x);
    close *= Math.exp(0.02 * (x - 0.5));
    lines.push(`${new Date(86_400_000 * t).toISOString().slice(0, 10)},${close * 1.01},${close * 0.99},${close}`);
  }
  return lines.join("\n");
}

let uploads = 0;

/** Each file has its own name: with the same name it would be a newer version of the previous one. */
async function upload(text: string) {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("there is no file input");
  await userEvent.upload(input, new File([text], `${String.fromCharCode(97 + uploads++)}.csv`, { type: "text/csv" }));
}

beforeEach(async () => {
  // Inputs are kept between visits, so each test starts with empty ones.
  const screen = await render(<Lyapunov />);
  await expect.element(box()).toBeVisible();
  const remove = page.getByRole("button", { name: /^Remove / });
  while (remove.elements().length > 0) await remove.first().click();
  await box().fill("");
  await screen.unmount();
  await render(<Lyapunov />);
});
afterEach(() => vi.restoreAllMocks());

it("says what is missing, refuses a file that is not a CSV, and a good file removes the message", async () => {
  await run().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please select a file first");
  await upload("name,note\nx,y\n");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please upload a CSV file with Close, High, and Low price columns");
  await upload(bars(300));
  await expect.element(page.getByText("300 values read")).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

itInLongRuns(
  "detects chaotic returns, with ranges where there are highs and lows, and can be canceled without losing the result",
  async () => {
    await upload(bars(700));
    await expect.element(page.getByText("700 values read")).toBeVisible();
    await run().click();
    await expect.element(page.getByText(/^Divergence faster than surrogates \(p = 0\.025/)).toBeVisible();
    await expect.element(page.getByText(/No High and Low columns/)).not.toBeInTheDocument();
    await expect.element(page.getByText("Prediction horizon")).toBeVisible();
    await page.getByRole("radio", { name: "99" }).click();
    await expect.element(page.getByText(/Data or settings have changed/)).toBeVisible();
    holdJob();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(page.getByRole("progressbar")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Divergence faster than surrogates/)).toBeVisible();
    await page.getByRole("button", { name: "Reset to defaults" }).click();
  },
);

it("canceled among the surrogates shows the test with those finished, and run again computes all", async () => {
  await upload(bars(300));
  await expect.element(page.getByText("300 values read")).toBeVisible();
  await page.getByRole("radio", { name: "99" }).click();
  const nineteen = (input: object) => ({ ...input, surrogates: { count: 19, method: "iaaft", seed: 1 } });
  partAtCancel("estimate-lyapunov", nineteen, { canceledAfter: { done: 19, of: 99 } });
  await run().click();
  await expect.element(page.getByText(/^Resampling/).first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  const note = page.getByText(/Canceled after 19 of 99 surrogates\. p and the interpretation use only these\. Not added/);
  await expect.element(note).toBeVisible();
  await expect.element(page.getByText("19 surrogates, latest 299", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/, 19 IAAFT surrogates\)/)).toBeVisible();
  await run().click();
  await expect.element(page.getByText("99 surrogates, latest 299", { exact: true })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Reset to defaults" }).click();
});

it("draws no fitted line where the curve has no linear part", async () => {
  const next = uniforms(5);
  await upload(`Close\n${Array.from({ length: 300 }, () => 100 + next()).join("\n")}`);
  await expect.element(page.getByText("300 values read")).toBeVisible();
  await run().click();
  await expect.element(page.getByText(/^No linear region: the first steps were fitted/)).toBeVisible();
  await expect.element(page.getByText("divergence of neighbors", { exact: true })).toBeVisible();
  expect(page.getByText(/fitted, steps/).elements()).toEqual([]);
});
