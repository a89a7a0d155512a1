import "../../src/styles.css";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Comparison } from "../../src/pages/runs/comparison.tsx";
import { columnsOfResult } from "../../src/pages/runs/run-columns";
import { suggestedPair } from "../../src/pages/runs/run-picker.tsx";
import type { Kept } from "../../src/state/records";
import type { RunBody } from "../../src/state/run-body";
import { findingsInBothThemes } from "./axe.ts";

const HASH = "ab".repeat(32);

/** A run over ten generated prices, recomputed where its result is drawn. */
function runOf(seed: number, changes: Partial<RunBody> = {}): Kept<RunBody> {
  const body: RunBody = {
    screen: "/market-analysis",
    title: `Prices ${seed}`,
    job: "make-sample-prices",
    datasets: [{ field: "data", hash: HASH, name: "walk.csv", length: 10, text: null }],
    fields: ["data"],
    input: JSON.stringify({ seed }),
    obstacle: null,
    settings: JSON.stringify({ smaPeriod: seed, rsiPeriod: 14 }),
    content: "{}",
    seed,
    app: "1.0.0",
    kernels: "k",
    startedAt: seed * 60_000,
    millis: 5,
    figures: [
      { label: "Volatility", value: 20 * seed, unit: "%" },
      { label: "Skewness", value: 0, unit: "" },
    ],
    digest: `${seed}`,
    parts: [],
    pinned: false,
    note: "",
    ...changes,
  };
  return { id: `run-${seed}`, body, kept: "device", createdAt: 0, changedAt: 0 };
}

const RUNS = [runOf(1), runOf(2), runOf(3, { title: "Elsewhere", datasets: [], screen: "/garch-model" })];

function Compared() {
  const [[one, other], pick] = useState(["run-1", "run-2"]);
  const find = (id: string) => RUNS.find((run) => run.id === id) ?? RUNS[0];
  return <Comparison one={find(one)} other={find(other)} records={RUNS} onPick={(...ids) => pick(ids)} onClose={vi.fn()} />;
}

it("shows figures with both differences, which is larger, the settings that differ, and whether the data are the same", async () => {
  await render(<Compared />);
  const row = (name: string, table = "Results") => page.getByRole("table", { name: table }).getByRole("row", { name });
  await expect.element(row("Volatility, %")).toHaveTextContent(/^Volatility, %2040\+20.*\+100\.00%Second$/);
  await expect.element(row("Skewness")).toHaveTextContent("Skewness00");
  await expect.element(row("Sma period", "Settings")).toHaveTextContent("12≠differs");
  await expect.element(page.getByText("Same data: every hash is equal.")).toBeVisible();
  await page.getByText("Differences only").click();
  await expect.element(row("Skewness")).not.toBeInTheDocument();
  await page.getByRole("button", { name: /Prices 2/ }).click();
  await page.getByRole("option", { name: /^Elsewhere/ }).click();
  await expect.element(page.getByText(/^Different data/)).toBeVisible();
});

it("draws both results, over each other or side by side, with one cursor", async () => {
  await render(<Compared />);
  const charts = page.getByRole("application");
  await expect.element(charts).toHaveAccessibleName(/^Results, chart of 10 rows/);
  await page.getByRole("radio", { name: "Side by side" }).click();
  await expect.poll(() => charts.elements()).toHaveLength(2);
  const hairs = () => document.querySelectorAll(".chart-hair:not([hidden])").length;
  await charts.first().click();
  await expect.poll(() => hairs()).toBe(2);
  expect(await findingsInBothThemes()).toEqual([]);
});

it("plots the columns of any result against times with as many rows, of the result or of its data", () => {
  const rows = (count: number) => Float64Array.from({ length: count }, (_, row) => row);
  const series = { times: rows(40), length: 40 } as Parameters<typeof columnsOfResult>[1][number];
  const value = {
    fit: { volatility: rows(39), parameters: rows(3) },
    equity: { times: rows(20), columns: { value: rows(20) } },
    note: "x",
  };
  const columns = columnsOfResult(value, [series]);
  expect(columns.map(({ path, label }) => [path, label])).toEqual([
    ["fit.volatility", "Fit · Volatility"],
    ["equity.columns.value", "Equity · Value"],
  ]);
  expect([columns[0].times?.[0], columns[0].times?.length]).toEqual([1, 39]);
  expect(columns[1].times).toBe(value.equity.times);
});

it("starts with a tool's latest run and the previous one on the same data", () => {
  const other = runOf(4, { datasets: [{ field: "data", hash: "cd".repeat(32), name: "other.csv", length: 10, text: null }] });
  expect(suggestedPair([...RUNS, other], "/market-analysis")).toEqual(["run-2", "run-4"]);
  expect(suggestedPair([...RUNS], "/market-analysis")).toEqual(["run-1", "run-2"]);
  expect(suggestedPair([...RUNS], "any")).toEqual(["run-2", "run-3"]);
  expect(suggestedPair([RUNS[0]], "any")).toBeNull();
});
