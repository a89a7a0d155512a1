import { jobs as backtest } from "../backtest";
import { jobs as chaos } from "../chaos";
import { DAY, type Failure } from "../contract";
import { jobs as curiosity } from "../curiosity";
import { jobs as engine } from "../engine";
import { jobs as factors } from "../factors";
import { jobs as ingest } from "../ingest";
import { jobs as portfolio } from "../portfolio";
import { jobs as regimes } from "../regimes";
import { jobs as risk } from "../risk";
import type { JobContext } from "../runtime/job";
import { jobs as structure } from "../structure";
import { failureText } from "../texts";
import { jobs as volatility } from "../volatility";

const jobs = {
  ...backtest,
  ...chaos,
  ...curiosity,
  ...engine,
  ...factors,
  ...ingest,
  ...portfolio,
  ...regimes,
  ...risk,
  ...structure,
  ...volatility,
};

/** Prices made without a logarithm or a root: steps of up to 2.5%, larger in every other block of 60 rows. */
export function prices(length: number, asset: number): Float64Array {
  let price = 100 + asset;
  return Float64Array.from({ length }, (_, t) => {
    const step = ((t * 7919 + asset * 104_729 + t * t * 31) % 2017) / 2016 - 0.498;
    price *= 1 + step * (t % 120 < 60 ? 0.02 : 0.05);
    return price;
  });
}

export const ROWS = 400;
export const CLOSE = prices(ROWS, 1);
export const TIMES = Float64Array.from({ length: ROWS }, (_, t) => Date.UTC(2021, 0, 4) + (Math.floor(t / 5) * 7 + (t % 5)) * DAY);

/** The value a job answers with; what it refuses is thrown, and so is a kernel that did not run to its end. */
export async function answer<Name extends keyof typeof jobs>(context: JobContext, name: Name, input: Parameters<(typeof jobs)[Name]>[0]) {
  const job = jobs[name] as (input: unknown, context: JobContext) => Promise<{ ok: boolean; value?: unknown; failure?: Failure }>;
  const outcome = await job(input, context);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.failure && failureText(outcome.failure)}`);
  return outcome.value as Extract<Awaited<ReturnType<(typeof jobs)[Name]>>, { ok: true }>["value"];
}

export interface Run {
  kernel: string;
  tolerance: number;
  answer(context: JobContext): Promise<number[]>;
  expected: readonly number[];
}

/** Where an optimizer stops moves with the last digits of what the engine's own arithmetic gives it. */
export const CLIMBED = 1e-5;
export const COMPUTED = 1e-9;
