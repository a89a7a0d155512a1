import { type Count, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type SlopeTask, scaledColumn, slopeOf } from "../analyze";
import { type SurrogateMethod, seedStream, surrogateInPlace } from "../surrogates";

export interface SurrogateInput extends SlopeTask {
  values: Float64Array;
  method: SurrogateMethod;
  seed: number;
  /** Number of the surrogate, from 1: each draws from a stream of its own. */
  number: Count;
}

export interface MeasuredSurrogate {
  /** Slope of the divergence curve over the region; null if neighbors never separate. */
  slope: number | null;
  curve: Float64Array;
}

/** One part of a surrogate test: generates a surrogate of the values and measures its divergence. */
export async function measureSurrogate(input: SurrogateInput, context: JobContext): Promise<Outcome<MeasuredSurrogate>> {
  const { values, method, seed, number } = input;
  const chaos = await context.load("chaos");
  return context.arena.scope(() => {
    const address = context.arena.put(values);
    surrogateInPlace(context, chaos, address, values.length, method, seedStream(context, seed, number));
    const column = scaledColumn(context, address, values.length);
    if (column === null) return fail("bad-input", "series/noVariation");
    const { curve, fit } = slopeOf(context, chaos, column, input);
    return succeed({ slope: fit?.slope ?? null, curve });
  });
}
