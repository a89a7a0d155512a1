import { type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { MINIMUM_SEQUENCE_LENGTH, RULE_LIMITS } from "../constants";
import { type Decision, decide } from "../decide";
import { joined } from "../input";
import { prefixState } from "../prefix";
import { engineSchema, type GivenEngineSettings } from "../schema";

export interface DecideStepInput {
  /** Oldest first. */
  prices: Float64Array;
  appended?: Float64Array | null;
  /** Index of the step; later prices are cut off before anything is computed. */
  step: number;
  settings: GivenEngineSettings;
}

export interface StepDecision extends Decision {
  step: number;
  /** Number of prices the decision is based on. */
  used: Count;
  price: number;
}

/** One past decision with its full trace, from the prices up to its step alone and with neutral news. */
export function decideStep({ prices, appended, step, settings: given }: DecideStepInput, context: JobContext): Outcome<StepDecision> {
  const asked = readSettings(engineSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
  const all = joined(prices, appended, context);
  const used = step + 1;
  if (!Number.isInteger(step) || used < MINIMUM_SEQUENCE_LENGTH || used > all.length)
    return fail("bad-input", "engine/replayStep", { length: all.length });
  const state = prefixState(context, all.slice(0, used), settings);
  return succeed({ ...decide(state, "", new Date().toISOString(), [], settings.limits ?? RULE_LIMITS), step, used, price: state.price });
}
