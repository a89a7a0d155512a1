import { pathsBlock } from "../../../assembly/build/volatility-layouts.js";
import { type Count, DAY, fail, type Outcome, succeed } from "../../contract";
import { isoDay } from "../../iso-dates";
import type { JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { isWeekend } from "../../series";
import { completeModel } from "../garch-model";
import { pathModel } from "../path-model";
import { SIMULATED_MARKET, type SimulatedAsset } from "../simulated-market";

const STREAM_BYTES = 32;
const STUDENT = 1;
const NORMAL = 0;
const FIRST_YEAR = 1990;
const LAST_YEAR = 2200;
const MODEL = completeModel({ p: 1, q: 1, distribution: "t", preSample: "sample" });
const ASSETS: readonly SimulatedAsset[] = SIMULATED_MARKET.assets;

type Kernels = KernelsOf<"volatility">;
type Draw = (count: Count, distribution?: number) => Float64Array;

/** One stream of shocks of mean 0 and variance 1. */
const drawer =
  (context: JobContext, stream: number): Draw =>
  (count, distribution = STUDENT) => {
    const { kernels, arena } = context;
    return arena.scope(() => {
      const out = arena.take(count);
      kernels.drawInnovations(stream, out, count, distribution, SIMULATED_MARKET.nu, 0);
      return arena.view(out, count).slice();
    });
  };

/** The asset's own GARCH model, starting at its long-run variance. Call it within an arena scope. */
function modelOf(context: JobContext, kernels: Kernels, { mu, omega, alpha, beta }: SimulatedAsset) {
  const { arena } = context;
  const none = Float64Array.of(0);
  const parameters = { mu, ar: [], omega, alpha: [alpha], gamma: [0], beta: [beta], nu: SIMULATED_MARKET.nu, lambda: null };
  const { address, weights } = pathModel(
    context,
    kernels,
    MODEL,
    parameters,
    { shocks: none, variances: none, returns: none, shareBelow: 0.5 },
    1,
  );
  const longRun = omega / (1 - alpha - beta);
  const [shocks, levels, noise, sigmas, returns, totals] = [Math.sqrt(longRun), longRun, 0, 0, 0, 0].map((value) =>
    arena.put(Float64Array.of(value)),
  );
  const columns = { shocks, levels, history: 0, paths: 1, slots: 1, noise, sigmas, returns, totals, sums: arena.put(new Float64Array(2)) };
  const block = arena.block(pathsBlock, { model: address, weights, ...columns });
  return (shock: number, step: Count): { sigma: number; change: number } => {
    arena.view(noise, 1)[0] = shock;
    kernels.pathsStep(block, step, 0, 1);
    return { sigma: arena.view(sigmas, 1)[0], change: arena.view(returns, 1)[0] };
  };
}

/**
 * Daily bars of several assets as a text, up to the end of a year: GARCH(1,1) with Student's t shocks that share a market's, scaled and shifted
 * by two regimes that follow one another as a Markov chain. The same year gives the same text on every machine.
 */
export async function simulateMarket({ through }: { through: Count }, context: JobContext): Promise<Outcome<Blob>> {
  if (!(Number.isInteger(through) && through >= FIRST_YEAR && through <= LAST_YEAR))
    return fail("bad-input", "volatility/marketYear", { from: FIRST_YEAR, to: LAST_YEAR });
  const kernels = await context.load("volatility");
  const { arena } = context;
  const text = arena.scope(() => {
    const stream = arena.takeBytes(STREAM_BYTES);
    context.kernels.rngSeed(stream, SIMULATED_MARKET.seed);
    const draw = drawer(context, stream);
    const uniforms = arena.take(1);
    const steps = ASSETS.map((asset) => modelOf(context, kernels, asset));
    const closes = ASSETS.map(({ start }) => start);
    const lines = ["Symbol,Date,Open,High,Low,Close,Volume"];
    const end = Date.UTC(through, 11, 31);
    let regime = 0;
    let step = 0;
    for (let day = Date.UTC(through - SIMULATED_MARKET.years + 1, 0, 1); day <= end; day += DAY) {
      if (step % 256 === 0) context.checkpoint();
      const date = isoDay(day);
      const { days, scale, mean } = SIMULATED_MARKET.regimes[regime];
      const [market, ...own] = draw(1 + ASSETS.length);
      const shapes = draw(4 * ASSETS.length, NORMAL);
      for (const [place, asset] of ASSETS.entries()) {
        if (isWeekend(day) && !asset.everyDay) continue;
        const shock = asset.market * market + Math.sqrt(1 - asset.market ** 2) * own[place];
        const garch = steps[place](shock, step);
        // Scaled after the recursion: feeding turbulent shocks back would make it explode.
        const [sigma, change] = [scale * garch.sigma, asset.mu + scale * (garch.change - asset.mu)];
        const bar = barOf(
          kernels,
          closes[place],
          sigma,
          change + mean * Math.sign(asset.market),
          shapes.subarray(4 * place, 4 * place + 4),
        );
        const volume = Math.round(asset.volume * (0.7 + 0.3 * Math.abs(shock)));
        lines.push(`${asset.symbol},${date},${bar.map((price) => price.toFixed(2)).join()},${volume}`);
        closes[place] = bar[3];
      }
      context.kernels.drawUniforms(stream, uniforms, 0, 1);
      if (arena.view(uniforms, 1)[0] < 1 / days) regime = 1 - regime;
      step++;
    }
    return `${lines.join("\n")}\n`;
  });
  return succeed(new Blob([text]));
}

/** Open, high, low and close of a day: it opens near the previous close, and its range grows with its volatility. */
function barOf(kernels: Kernels, before: number, sigma: number, change: number, [gap, up, down, tail]: Float64Array): number[] {
  const moved = (price: number, percent: number) => price * kernels.exponential(percent / 100);
  const close = moved(before, change);
  const open = moved(before, 0.2 * sigma * gap);
  const high = moved(Math.max(open, close), 0.35 * sigma * Math.abs(up));
  const low = moved(Math.min(open, close), -0.35 * sigma * Math.abs((down + tail) / Math.SQRT2));
  return [open, high, low, close];
}
