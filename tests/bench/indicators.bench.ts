import { EMA, RSI, SMA } from "technicalindicators";
import { expect, it } from "vitest";
import { benchContext } from "./context";
import { faster, measure, report, tabulate, within } from "./measure";
import { nativeInput, nativePeer } from "./native";
import { pricePath } from "./paths";
import { plainEma, plainLogReturns, plainRsi, plainSma, plainVolatility } from "./plain";

/** Values per kernel call, as in the jobs. */
const CHUNK = 1 << 17;
const MILLION = 1_000_000;
const ANNUAL = Math.sqrt(252);

type Step = (from: number, to: number, out: number) => void;

const context = await benchContext();
const { kernels, arena } = context;

/** Prices and result columns in the kernels' memory: runs a kernel over all of them, and the same in plain JavaScript. */
function bench(length: number) {
  const prices = pricePath(length);
  const x = arena.put(prices);
  const out = arena.take(length);
  const returns = arena.take(length);
  const state = arena.take(8);
  const plain = new Float64Array(length);
  const over = (step: Step) => () => {
    for (let from = 0; from < length; from += CHUNK) step(from, Math.min(from + CHUNK, length), out);
  };
  const runs = {
    sma: over((from, to, target) => kernels.sma(x, from, to, 20, target)),
    ema: over((from, to, target) => kernels.ema(x, from, to, 20, target)),
    rsi: over((from, to, target) => kernels.rsi(x, from, to, 14, target, state)),
    logReturns: over((from, to, target) => kernels.logReturns(x, from, to, target)),
    volatility: over((from, to, target) => {
      kernels.logReturns(x, from, to, returns);
      kernels.rollingVolatility(returns, from, to, 20, ANNUAL, target);
    }),
  };
  /** The last value of a kernel's result, after comparison with the plain twin's. */
  const lastOf = (run: () => void, twin: () => void): number => {
    run();
    twin();
    const result = arena.view(out, length);
    for (const t of [length >> 1, length - 7, length - 1]) expect(result[t] / plain[t]).toBeCloseTo(1, 8);
    return result[length - 1];
  };
  return { prices, x, out, plain, runs, lastOf };
}

const MILLION_VALUES = { count: MILLION, unit: "value" } as const;

it("moving averages of a million prices", async ({ task }) => {
  const { prices, x, out, plain, runs, lastOf } = bench(MILLION);
  const values = [...prices];
  const input = nativeInput(prices);
  const plainOnes = { sma: () => plainSma(prices, plain, 20), ema: () => plainEma(prices, plain, 20) };
  const last = { sma: lastOf(runs.sma, plainOnes.sma), ema: lastOf(runs.ema, plainOnes.ema) };
  const sma = await measure([
    { name: "SMA(20) kernel", run: runs.sma },
    { name: "SMA(20) plain JavaScript", run: plainOnes.sma },
    { name: "SMA(20) technicalindicators", run: () => SMA.calculate({ period: 20, values }) },
    nativePeer("SMA(20) C++ plain", "sma", input, [20], last.sma),
  ]);
  const ema = await measure([
    { name: "EMA(20) kernel", run: runs.ema },
    { name: "EMA(20) plain JavaScript", run: plainOnes.ema },
    { name: "EMA(20) technicalindicators", run: () => EMA.calculate({ period: 20, values }) },
    nativePeer("EMA(20) C++ plain", "ema", input, [20], last.ema),
    { name: "copy (Float64Array.set) of the same arrays", run: () => arena.view(out, MILLION).set(arena.view(x, MILLION)) },
  ]);
  tabulate(task.meta, "sma", MILLION, sma[0], { library: sma[2], twin: sma[1] });
  tabulate(task.meta, "ema", MILLION, ema[0], { library: ema[2], twin: ema[1] });
  report(task.meta, "moving averages, 1M prices", [...sma, ...ema], MILLION_VALUES, [
    faster("SMA: speed of technicalindicators, 1M", sma[2], sma[0], 100),
    faster("EMA: speed of technicalindicators, 1M", ema[2], ema[0], 100),
  ]);
});

it("RSI of a million prices", async ({ task }) => {
  const { prices, plain, runs, lastOf } = bench(MILLION);
  const values = [...prices];
  const input = nativeInput(prices);
  const twin = () => plainRsi(prices, plain, 14);
  const last = lastOf(runs.rsi, twin);
  const [kernel, slow, library, native, lanes, floor] = await measure([
    { name: "RSI(14) kernel", run: runs.rsi },
    { name: "RSI(14) plain JavaScript", run: twin },
    { name: "RSI(14) technicalindicators", run: () => RSI.calculate({ period: 14, values }) },
    nativePeer("RSI(14) C++ plain", "rsi", input, [14], last),
    nativePeer("RSI(14) C++ same algorithm, 128-bit", "rsi-lanes", input, [14], last),
    nativePeer("C++ 128-bit divisions of the same column", "divisions", input),
  ]);
  tabulate(task.meta, "rsi", MILLION, kernel, { library, twin: slow });
  report(task.meta, "RSI, 1M prices", [kernel, slow, library, native, lanes, floor], MILLION_VALUES, [
    faster("RSI: speed of technicalindicators, 1M", library, kernel, 100),
    within("RSI: time of the same algorithm in C++, 128-bit", kernel, lanes, 1.5),
    within("RSI: time of its divisions alone", kernel, floor, 1.8),
  ]);
});

it("returns and volatility of a million prices", async ({ task }) => {
  const { prices, plain, runs, lastOf } = bench(MILLION);
  const returns = new Float64Array(MILLION);
  const input = nativeInput(prices);
  const twins = { logReturns: () => plainLogReturns(prices, plain), volatility: () => plainVolatility(prices, plain, returns, 20) };
  const last = { logReturns: lastOf(runs.logReturns, twins.logReturns), volatility: lastOf(runs.volatility, twins.volatility) };
  const simple = await measure([
    { name: "log returns kernel", run: runs.logReturns },
    { name: "log returns plain JavaScript", run: twins.logReturns },
    nativePeer("log returns C++ plain", "log-returns", input, [], last.logReturns),
  ]);
  const rolling = await measure([
    { name: "log returns + volatility(20) kernels", run: runs.volatility },
    { name: "log returns + volatility(20) plain JavaScript", run: twins.volatility },
    nativePeer("log returns + volatility(20) C++ plain", "rolling-volatility", input, [20], last.volatility),
  ]);
  tabulate(task.meta, "logReturns", MILLION, simple[0], { twin: simple[1] });
  tabulate(task.meta, "logReturns and rollingVolatility", MILLION, rolling[0], { twin: rolling[1] });
  report(task.meta, "returns and volatility, 1M prices", [...simple, ...rolling], MILLION_VALUES, [
    within("rolling volatility: time of plain C++", rolling[0], rolling[2], 0.5),
  ]);
});

it("moving averages of ten million prices", async ({ task }) => {
  const length = 10 * MILLION;
  const { x, out, runs } = bench(length);
  const source = arena.view(x, length);
  const target = arena.view(out, length);
  const [copy, ema, sma] = await measure([
    { name: "copy (Float64Array.set) of the same arrays", run: () => target.set(source) },
    { name: "EMA(20) kernel", run: runs.ema },
    { name: "SMA(20) kernel", run: runs.sma },
  ]);
  report(task.meta, "moving averages, 10M prices", [copy, ema, sma], { count: length, unit: "value" }, [
    within("EMA: time of a copy, 10M", ema, copy, 1.3),
    within("SMA: time of a copy, 10M", sma, copy, 1.3),
  ]);
});
