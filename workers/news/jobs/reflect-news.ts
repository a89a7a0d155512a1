import type * as v from "valibot";
import { fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { insightsFrom } from "../insights";
import { type PastDecision, type Realized, type Reflection, realize, reflect } from "../reflect";
import { reflectionSchema } from "../schema";
import { contextRegime } from "../signal";
import type { ContextRegime } from "../types";

export interface ReflectNewsInput extends v.InferInput<typeof reflectionSchema> {
  /** Latest first. */
  decisions: PastDecision[];
  /** The linked prices and their dates, ascending; null if there are none. */
  prices: Float64Array | null;
  times: Float64Array | null;
  /** The current market context; "" if unknown. */
  context: string;
}

export interface NewsReflection extends Reflection {
  insights: string[];
  regime: ContextRegime;
}

const UNKNOWN: Realized = { entry: null, exit: null, move: null, gain: null, hit: null };

/** Compares past signals with the subsequent linked prices, and derives insights from that. */
export function reflectNews(input: ReflectNewsInput, job: JobContext): Outcome<NewsReflection> {
  const { decisions, prices, times, context } = input;
  const asked = readSettings(reflectionSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { horizon, depth } = asked.settings;
  if (prices && !times) return fail("bad-input", "news/reflectionNeedsDates");
  if (prices && times && prices.length !== times.length) return fail("bad-input", "series/timesLength");
  const considered = decisions.slice(0, depth);
  const logarithm = (value: number) => job.kernels.naturalLog(value);
  const realized = considered.map((decision) => {
    job.checkpoint();
    return prices && times ? realize(decision, horizon === "own" ? decision.timeframe : horizon, prices, times, logarithm) : UNKNOWN;
  });
  const reflection = reflect(considered, realized);
  const regime = contextRegime(context);
  return succeed({ ...reflection, insights: insightsFrom(reflection, considered, regime, horizon, prices !== null), regime });
}
