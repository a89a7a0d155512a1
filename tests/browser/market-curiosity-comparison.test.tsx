import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { compute } from "../../src/client/compute";
import { Comparison } from "../../src/tools/market-curiosity/comparison.tsx";
import type { CuriosityRun } from "../../src/tools/market-curiosity/curiosity-run";
import MarketCuriosity from "../../src/tools/market-curiosity/market-curiosity.tsx";
import { type Comparing, isUnasked, type PatternsRun } from "../../src/tools/market-curiosity/use-patterns";
import type { RefinePatternsInput } from "../../workers/curiosity/jobs/refine-patterns";
import { itInLongRuns } from "../fixtures/in-all";
import { findings } from "./axe";

/** A seeded random walk of prices as a file; another seed is another series. */
function walk(rows: number, seed: number): File {
  let [state, price] = [seed, 100];
  const lines = Array.from({ length: rows }, () => {
    state = (state * 48_271) % 2_147_483_647;
    price *= 1 + 0.02 * (state / 2_147_483_647 - 0.5);
    return price.toFixed(4);
  });
  return new File([`price\n${lines.join("\n")}\n`], `walk-${seed}.csv`, { type: "text/csv" });
}

const chart = () => page.getByRole("region", { name: "Pattern Analysis" });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const run = () => button("Run Analysis").first();

async function openWith(chosen: File) {
  const screen = await render(<MarketCuriosity />);
  const input = document.querySelector('input[type="file"]');
  if (!(input instanceof HTMLElement)) throw new Error("no file field");
  await userEvent.upload(input, chosen);
  await expect.element(page.getByText(/values read/)).toBeVisible();
  await run().click();
  return screen;
}

/** Records all requested rounds, and holds those for which `held` is true. */
function rounds() {
  const asked: RefinePatternsInput[] = [];
  const state = { asked, held: (_: RefinePatternsInput): boolean => false };
  const real = compute.run.bind(compute);
  vi.spyOn(compute, "run").mockImplementation(async (name, input, options) => {
    if (name === "refine-patterns") {
      const round = input as RefinePatternsInput;
      asked.push(round);
      if (state.held(round)) await new Promise<void>((resolve) => options?.signal?.addEventListener("abort", () => resolve()));
    }
    return real(name, input, options);
  });
  return state;
}

beforeEach(() => {
  vi.restoreAllMocks();
});
afterEach(async () => {
  vi.restoreAllMocks();
  const remove = button(/^Remove /);
  if (remove.elements().length > 0) await remove.first().click();
});

it("compares all rows of a long series by itself, in rounds that refine the picture", async () => {
  const { asked } = rounds();
  await openWith(walk(21_500, 5));
  await expect.element(chart().getByText("Window pairs compared: 100%, all 21,500 rows.")).toBeVisible();
  const done = asked.map(({ known }) => (known && "done" in known ? known.done : 0));
  expect(done).toEqual([0, expect.any(Number)]);
  expect(done[1]).toBeGreaterThan(1000);
  await expect.element(chart().getByText("Computed by CPU threads.")).toBeVisible();
  await expect.element(button(/^(Stop|Continue|Compare all)/)).not.toBeInTheDocument();
  await expect.element(button("Motif 1")).toBeVisible();
});

itInLongRuns("stops with what was found, says how much that is, and resumes from there", async () => {
  const state = rounds();
  state.held = ({ known }) => known !== null;
  const screen = await openWith(walk(21_500, 6));
  const share = chart().getByText("58.2% of window pairs compared, all 21,500 rows: patterns may still change.");
  await expect.element(share).toBeVisible();
  await button("Discord 2").click();
  await expect.element(page.getByRole("heading", { name: "Windows of Discord 2" })).toBeVisible();
  await button("Stop").click();
  await expect.element(share).toBeVisible();
  await expect.element(button("Continue")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Windows of Discord 2" })).toBeVisible();
  expect(await findings("light", screen.container)).toEqual([]);
  const known = state.asked.at(-1)?.known;
  // The screen is left and reopened: the rounds resume where they were.
  await screen.unmount();
  state.held = () => false;
  const before = state.asked.length;
  await openWith(walk(21_500, 6));
  await expect.element(chart().getByText("Window pairs compared: 100%, all 21,500 rows.")).toBeVisible();
  expect(state.asked[before].known).toBe(known);
  expect(state.asked).toHaveLength(before + 1);
});

itInLongRuns("Esc stops the comparison too, and Continue resumes it", async () => {
  const state = rounds();
  state.held = ({ known }) => known !== null;
  await openWith(walk(21_500, 7));
  await expect.element(button("Stop")).toBeVisible();
  await expect.element(chart().getByText(/^58\.2% of window pairs/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Continue")).toBeVisible();
  state.held = () => false;
  await button("Continue").click();
  await expect.element(chart().getByText("Window pairs compared: 100%, all 21,500 rows.")).toBeVisible();
});

/** A run whose analysis compared the last 20,000 rows, reduced to what this part of the screen uses. */
const longRun = (rows: number) => ({ values: { length: rows }, value: { profile: { start: rows - 20_000 } } }) as CuriosityRun;
const idle: Comparing = { shown: null, running: false, failure: null, start: () => undefined, stop: () => undefined };
const share = (of: CuriosityRun, compared: number, known: object = { done: 1 }): Comparing => ({
  ...idle,
  shown: { of, value: { compared, known } as PatternsRun["value"] },
});

it.each([
  [150_000, true],
  [150_001, false],
])("%i rows are compared without asking: %s", (rows, unasked) => {
  expect(isUnasked(longRun(rows))).toBe(unasked);
});

it("asks before it compares a very long series, and never says 100% before it is complete", async () => {
  const run = longRun(2_000_000);
  const started = vi.fn();
  const screen = await render(<Comparison run={run} comparing={{ ...idle, start: started }} />);
  await expect.element(page.getByRole("status")).toHaveTextContent("Windows compared: the latest 20,000 of 2,000,000 rows.");
  await button("Compare the latest 1,048,576 rows").click();
  expect(started).toHaveBeenCalledWith(run);
  await screen.rerender(<Comparison run={run} comparing={{ ...share(run, 0.00024), running: true }} />);
  await expect
    .element(page.getByText("0.02% of window pairs compared, the latest 1,048,576 rows: patterns may still change."))
    .toBeVisible();
  await expect.element(button("Stop")).toBeVisible();
  await screen.rerender(<Comparison run={run} comparing={share(run, 0.99999)} />);
  await expect.element(page.getByRole("status")).toHaveTextContent(/^99\.9% of window pairs/);
  await expect.element(button("Continue")).toBeVisible();
  await screen.rerender(<Comparison run={{ ...run, value: { ...run.value, profile: null } }} comparing={idle} />);
  await expect.element(page.getByRole("status")).not.toBeInTheDocument();
});

it("says what compared the windows, and how far a GPU deviated", async () => {
  const run = longRun(200_000);
  const screen = await render(<Comparison run={run} comparing={share(run, 1)} />);
  await expect.element(page.getByText("Computed by CPU threads.")).toBeVisible();
  const gpu = { device: "apple metal-3", difference: 3.4172e-7 };
  await screen.rerender(<Comparison run={run} comparing={share(run, 1, gpu)} />);
  await expect.element(page.getByText("Computed by GPU (apple metal-3), re-checked in 64 bits: largest difference 3.4E−7.")).toBeVisible();
  await screen.rerender(<Comparison run={run} comparing={share(run, 1, { ...gpu, device: "" })} />);
  await expect.element(page.getByText(/^Computed by GPU \(unnamed\)/)).toBeVisible();
});
