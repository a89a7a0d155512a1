import { expect, it } from "vitest";
import { worded } from "../../src/analysis/setting-words/worded";
import { figureRows, settingRows } from "../../src/pages/runs/comparison-rows";
import type { RunBody } from "../../src/state/run-body";
import { limitsOf } from "../../workers/runtime/schema";
import { orderEntries } from "../../workers/volatility/schema";

it("names of compared figures and settings use the field's notation", () => {
  const names = ["riskAversion", "aic", "logLikelihood", "halfLifeError", "preSample", "alpha1", "mu", "lambdaStart", "n", "p"];
  expect(names.map(worded)).toEqual([
    ...["Risk aversion", "AIC", "Log-likelihood", "Half-life error", "Pre-sample", "α₁", "μ", "λ start", "n", "p"],
  ]);
});

it("a name that is a property of every object is put in words", () => {
  expect(["constructor", "toString", "valueOf"].map(worded)).toEqual(["Constructor", "To string", "Value of"]);
});

it("choices have the names of their screens, and no others", () => {
  const shown = (screen: string, one: object, other: object) => {
    const run = (settings: object) => ({ screen, settings: JSON.stringify(settings), content: "{}" }) as RunBody;
    return settingRows(run(one), run(other)).map((row) => [row.name, row.one, row.other]);
  };
  expect(
    shown(
      "/garch-model",
      { distribution: "skewt", variance: "gjr", column: "skewt" },
      { distribution: "toString", variance: null, column: "normal" },
    ),
  ).toEqual([
    ["Error Distribution", "Skewed-t", "toString"],
    ["Variance", "GJR-GARCH", "automatic"],
    ["Column", "skewt", "normal"],
  ]);
  expect(shown("/risk-management", { method: "cornish-fisher" }, { method: "monte-carlo" })).toEqual([
    ["Method", "Cornish–Fisher VaR", "Monte Carlo VaR"],
  ]);
  expect(shown("/strategy-builder", { objective: "sharpeRatio", search: "random" }, { objective: "returns", search: "grid" })).toEqual([
    ["Objective", "Sharpe ratio", "Total return"],
    ["Search", "Random", "Grid"],
  ]);
});

it("a relative difference shown as zero has no sign, whichever is larger", () => {
  const run = (value: number) => ({ figures: [{ label: "AIC", value, unit: "" }] }) as unknown as RunBody;
  const relative = (one: number, other: number) => figureRows(run(one), run(other))[0].relative;
  expect([relative(0.5, 0.5 + 1e-12), relative(0.5, 0.5 - 1e-12), relative(0.5, 0.6)]).toEqual(["0.00%", "0.00%", "+20.00%"]);
});

it("settings have their screens' labels", () => {
  const names = (screen: string, settings: object) => {
    const run = { screen, settings: JSON.stringify(settings), content: "{}" } as RunBody;
    return settingRows(run, run).map(({ name }) => name);
  };
  const { label } = limitsOf(orderEntries.p);
  expect(names("/garch-model", { p: 1, q: 1, nuStart: null, refitStep: 21, distribution: "t" })).toEqual([
    ...[label, "ARCH(q)", "Initial ν (tails)", "Refit interval", "Error Distribution"],
  ]);
  expect(names("/portfolio", { marketAversion: 2.5, tau: 0.05 })).toEqual(["Market's risk aversion", "Uncertainty (tau)"]);
  expect(names("/alpha-miner", { seed: 1, searchSeed: 2, lookback: 252 })).toEqual(["Seed", "Search seed", "Lookback"]);
  expect(names("/no-such-screen", { riskAversion: 2 })).toEqual(["Risk aversion"]);
});

it("choices and very small settings are written as in their forms", () => {
  const run = (settings: object) => ({ screen: "/garch-model", settings: JSON.stringify(settings), content: "{}" }) as RunBody;
  const rows = settingRows(
    run({ kind: "auto", returnUnit: "auto", preSample: "sample", tolerance: 1e-10 }),
    run({ kind: "prices", returnUnit: "percent", preSample: "sample", tolerance: 1e-8 }),
  );
  expect(rows.map(({ name, one, other }) => [name, one, other])).toEqual([
    ["Input type", "Auto-detect", "Prices"],
    ["Unit of returns", "Auto-detect", "Percent"],
    ["Pre-sample variance", rows[2].one, rows[2].one],
    ["Tolerance", "1e-10", "1e-8"],
  ]);
});

it("a setting left empty is automatic, as in reports; one that a run does not have is missing", () => {
  const run = (settings: object) => ({ screen: "/lyapunov", settings: JSON.stringify(settings), content: "{}" }) as RunBody;
  const rows = settingRows(run({ lag: null, from: null, seed: null }), run({ lag: null, from: 3 }));
  expect(rows.map(({ one, other, differs }) => [one, other, differs])).toEqual([
    ["automatic", "automatic", false],
    ["automatic", "3", true],
    ["automatic", "—", false],
  ]);
});

it("counts differ by a count", () => {
  const run = (value: number) => ({ job: "fit-garch", figures: [{ label: "Iterations", value, unit: "" }] }) as RunBody;
  expect(figureRows(run(16), run(26))[0]).toMatchObject({ one: "16", other: "26", difference: "+10" });
  // A spreadsheet reads neither "1,860" nor "+1,511" as a number.
  expect(figureRows(run(1860), run(3371.5))[0].saved).toEqual(["1860", "3371.5", "1511.5", String(1511.5 / 1860)]);
});

it("an infinite figure differs without a difference", () => {
  const run = (value: number) => ({ job: "fit-garch", figures: [{ label: "Half-life", value, unit: "" }] }) as RunBody;
  const [row] = figureRows(run(Number.POSITIVE_INFINITY), run(2));
  expect(row).toMatchObject({ one: "∞", differs: true });
  expect(row).not.toHaveProperty("difference");
});

it("a fraction is compared in percent, like in the list of runs", () => {
  const run = (value: number | string) =>
    ({ job: "run-backtest", figures: [{ label: "Total Return", value, unit: "fraction" }] }) as RunBody;
  expect(figureRows(run(0.125), run(0.25))).toEqual([
    expect.objectContaining({ name: "Total Return, %", one: "12.500000", other: "25", difference: "+12.50" }),
  ]);
  expect(figureRows(run("not available"), run(0.25))[0]).toMatchObject({ one: "not available", other: "25" });
});

it("parameters of a fit are named by symbol, other figures in words", () => {
  const names = (job: string, labels: string[]) => {
    const run = { job, figures: labels.map((label) => ({ label, value: 1.5, unit: "" })) } as unknown as RunBody;
    return figureRows(run, run).map(({ name }) => name);
  };
  expect(names("fit-garch", ["alpha1", "ar1", "decay", "omega", "BIC", "constructor"])).toEqual([
    "α₁",
    "φ₁",
    "λ",
    "ω",
    "BIC",
    "constructor",
  ]);
  expect(names("read-statement", ["balance", "mu"])).toEqual(["balance", "mu"]);
});
