import { describe, expect, it } from "vitest";
import { readSeries } from "../../../workers/ingest";
import { simulateMarket } from "../../../workers/volatility/jobs/simulate-market";
import { SIMULATED_MARKET } from "../../../workers/volatility/simulated-market";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const context = testContext();
const SYMBOLS = SIMULATED_MARKET.assets.map(({ symbol }) => symbol);
const YEAR = 2025;

async function marketOf(through: number): Promise<string> {
  return resultOf(await simulateMarket({ through }, await context)).text();
}
async function readMarket(options: NonNullable<Parameters<typeof readSeries>[0]["options"]>) {
  return resultOf(await readSeries({ source: new Blob([await marketOf(YEAR)]), name: "market", origin: "sample", options }, await context));
}

describe("the simulated market", () => {
  it("is the same text for the same year, to that year's last day, in any instance of the kernels", async () => {
    const text = await marketOf(YEAR);
    const other = await simulateMarket({ through: YEAR }, await testContext());
    expect(other.ok && (await other.value.text())).toBe(text);
    expect(text.trim().split("\n").at(-1)).toContain(`COIN,${YEAR}-12-31,`);
    expect((await marketOf(YEAR + 1)).split("\n")[1]).toContain(`COIN,${YEAR - 3}-01-01,`);
  });

  it("has consistent bars, and no duplicate dates", async () => {
    for (const symbol of SYMBOLS) {
      const { columns, quality, length } = await readMarket({ symbol });
      const [open, high, low, close] = (["open", "high", "low", "close"] as const).map(
        (role) => columns.find((column) => column.role === role)?.values ?? new Float64Array(0),
      );
      expect([quality.dropped, quality.gaps, quality.unsorted, quality.zeroOrNegative.count]).toEqual([[], 0, 0, 0]);
      expect(length).toBeGreaterThan(1300);
      for (let t = 0; t < length; t++) {
        expect(high[t]).toBeGreaterThanOrEqual(Math.max(open[t], close[t]));
        expect(low[t]).toBeLessThanOrEqual(Math.min(open[t], close[t]));
      }
    }
  });

  it("is a panel on the weekdays common to all assets, with volatilities and correlations near its parameters", async () => {
    const { columns, length } = await readMarket({ panel: { calendar: "inner", fill: "none" } });
    expect(columns.map(({ name }) => name).sort()).toEqual([...SYMBOLS].sort());
    const returns = new Map(
      columns.map(({ name, values }) => [name, Array.from({ length: length - 1 }, (_, t) => Math.log(values[t + 1] / values[t]))]),
    );
    const deviation = (x: number[]) => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / x.length);
    const correlation = (a: string, b: string) => {
      const [x, y] = [returns.get(a) ?? [], returns.get(b) ?? []];
      return x.reduce((sum, value, t) => sum + value * y[t], 0) / x.length / deviation(x) / deviation(y);
    };
    for (const { symbol, omega, alpha, beta, everyDay } of SIMULATED_MARKET.assets.map((asset) => ({ everyDay: false, ...asset }))) {
      // Regimes scale the shocks by 0.85 to 1.45, and persistence lets a few years be calmer or wilder than the long run.
      const longRun = Math.sqrt(omega / (1 - alpha - beta)) / 100;
      const found = deviation(returns.get(symbol) ?? []) / longRun;
      expect(found, symbol).toBeGreaterThan(0.6);
      expect(found, symbol).toBeLessThan(everyDay ? 3 : 2);
    }
    expect(correlation("EQTY", "TECH")).toBeGreaterThan(0.5);
    expect(correlation("EQTY", "BOND")).toBeLessThan(0.05);
  });

  it("refuses an invalid year", async () => {
    for (const through of [1, 2025.5, Number.NaN]) expect((await simulateMarket({ through }, await context)).ok).toBe(false);
  });
});
