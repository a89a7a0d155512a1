import * as v from "valibot";
import { fail, type Outcome, succeed } from "../../contract";
import { seedSetting } from "../../performance/schema";
import type { JobContext } from "../../runtime/job";
import { SAMPLE_PRICES } from "../constants";

export interface SamplePrices {
  /** 10 values from 90 to 110 with two decimals. */
  prices: Float64Array;
  /** The same, as a user would type them. */
  text: string;
}

const STREAM_BYTES = 32;

/** The values of "Fill Sample Data": 100 plus or minus 10, the same for the same seed. */
export function makeSamplePrices({ seed }: { seed: number }, { kernels, arena }: JobContext): Outcome<SamplePrices> {
  if (!v.is(seedSetting, seed)) return fail("bad-input", "numerics/seed");
  const { count, center, spread, decimals } = SAMPLE_PRICES;
  const draws = arena.scope(() => {
    const stream = arena.takeBytes(STREAM_BYTES);
    const out = arena.take(count);
    kernels.rngSeed(stream, seed);
    kernels.drawUniforms(stream, out, 0, count);
    return arena.view(out, count).slice();
  });
  const texts = [...draws].map((draw) => (center - spread + 2 * spread * draw).toFixed(decimals));
  return succeed({ prices: Float64Array.from(texts, Number), text: texts.join(", ") });
}
