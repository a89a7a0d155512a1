import { afterAll, expect, it, vi } from "vitest";
import { compute } from "../../src/client/compute";
import { regimesNote } from "../../src/strategies/regimes-question";
import type { BacktestRun } from "../../src/strategies/use-backtest";
import { regimeParts, stressParts } from "../../src/tools/backtester/stress-report";
import type { StressValue } from "../../src/tools/backtester/stress-words";
import { failBecause, verbatim } from "../../workers/contract";

// Not a mock of the module: files of a process share it, and an earlier one may have loaded it already.
const run = vi.spyOn(compute, "run");
afterAll(() => run.mockRestore());

const CAPTION = "Ordered by mean.";
const AHEAD = "The model is fitted to the whole series; its probabilities do not look ahead.";
const backtest = (assets: string[] | null, benchmark: string | null) =>
  ({
    value: { assets, settings: {}, firstRow: 0 },
    settings: { regimes: { states: 2, seed: 1 } },
    input: { bars: {} },
    benchmark: benchmark && { name: benchmark },
  }) as unknown as BacktestRun;
const regimes = [
  { label: "Bull", rows: 5, share: 1, annualReturn: 0.1, volatility: 0.2, sharpeRatio: 0.5, maxDrawdown: 0, benchmarkReturn: 0.1 },
];

it("names the source of the regimes if it is not the traded series", () => {
  expect(regimesNote(CAPTION, backtest(["a", "b"], "DAX"))).toBe(`${CAPTION} The regimes are those of the benchmark, DAX. ${AHEAD}`);
  for (const own of [backtest(["a", "b"], null), backtest(null, "DAX")]) expect(regimesNote(CAPTION, own)).toBe(`${CAPTION} ${AHEAD}`);
});

it("a report states what in the regimes looks ahead, like the screen, and why there are none", async () => {
  const asked = backtest(null, null);
  run.mockResolvedValueOnce({ ok: true, value: { regimes, caption: CAPTION, sides: [] } } as never);
  expect((await regimeParts(asked))[1]).toMatchObject({ text: expect.stringContaining(AHEAD) });
  run.mockResolvedValueOnce(failBecause("bad-input", verbatim("too few rows")));
  expect(await regimeParts(asked)).toMatchObject([{ text: "By regime" }, { text: "too few rows" }]);
  const stress = { sensitivity: [], regimes, regimeCaption: CAPTION, prefixes: { lengths: [5], firstDifference: null } };
  expect(stressParts(asked, stress as unknown as StressValue)).toContainEqual({ kind: "text", text: expect.stringContaining(AHEAD) });
});
