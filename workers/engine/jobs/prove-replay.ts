import * as v from "valibot";
import { type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import { seedSetting } from "../../performance/schema";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { FALLBACK, RSI_NEUTRAL, SEQUENCE_LENGTH } from "../constants";
import { engineColumns } from "../engine-columns";
import { joined } from "../input";
import { prefixState } from "../prefix";
import { firstStep, type ReplayColumns, replay, replayColumns } from "../replay";
import { type EngineSettings, engineSchema, type GivenEngineSettings } from "../schema";
import { REGIME_CODES, RuleSteps } from "../step";

export interface ProveReplayInput {
  /** Oldest first. */
  prices: Float64Array;
  appended?: Float64Array | null;
  settings: GivenEngineSettings;
  /** Selects the steps to check. */
  seed: number;
}

export interface ReplayProof {
  /** Number of steps decided a second time, from their own past alone. */
  checked: Count;
  /** Number of steps at which a figure or the decision differs in any bit. */
  differing: Count;
  /** The first differing step, and what differs there; null if none does. */
  first: { step: number; quantity: string } | null;
  seed: number;
}

const MAX_CHECKS = 200;
const MIN_CHECKS = 16;
/** Number of these steps at which the replay up to them is repeated as a whole, since the account depends on the full history. */
const REPEATED = 4;
/** Limits the total number of prices read, so that checking a million rows takes only seconds. */
const MAX_READ = 40_000_000;
const STREAM_BYTES = 32;

/**
 * Tests for look-ahead bias: compares the replay over the whole series with decisions recomputed from random prefixes of it. Equal bits
 * everywhere mean that no decision used later data.
 */
export function proveReplay(input: ProveReplayInput, context: JobContext): Outcome<ReplayProof> {
  const { seed } = input;
  const asked = readSettings(engineSchema, input.settings);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  if (!v.is(seedSetting, seed)) return fail("bad-input", "numerics/seed");
  const { settings } = asked;
  const prices = joined(input.prices, input.appended, context);
  const { length } = prices;
  if (length < SEQUENCE_LENGTH) return fail("bad-input", "engine/replayTooShort", { given: length });
  const base = settings.limits ?? undefined;
  const begun = firstStep(length);
  const whole = wholeReplay(prices, settings, context, begun, (fraction) => context.progress(0.3 * fraction, "Replaying the whole series"));
  const rules = new RuleSteps(base);
  const steps = randomSteps(length, seed, context);
  const every = Math.ceil(steps.length / REPEATED);
  let differing = 0;
  let first: ReplayProof["first"] = null;
  steps.forEach((step, index) => {
    context.checkpoint();
    context.progress(0.3 + (0.7 * index) / steps.length, "Repeating decisions on truncated data");
    const known = prices.slice(0, step + 1);
    const state = prefixState(context, known, settings);
    const { rsi, volatility } = state;
    if (Number.isNaN(volatility)) state.volatility = FALLBACK.volatility;
    const decided = { clause: rules.decide(state), ...figuresOf(rules), rsi, volatility };
    const again = index % every === 0 ? wholeReplay(known, settings, context, begun) : null;
    const alone = again === null ? decided : { ...valuesAt(again, step), ...decided };
    const then = valuesAt(whole, step);
    const quantity = (Object.keys(alone) as (keyof typeof decided)[]).find((name) => !Object.is(alone[name], then[name]));
    if (quantity === undefined) return;
    differing++;
    if (first === null || step < first.step) first = { step, quantity };
  });
  return succeed({ checked: steps.length, differing, first, seed });
}

const figuresOf = ({ combined, buyLimit, sellLimit, regime }: RuleSteps) => ({
  combined,
  buyLimit,
  sellLimit,
  regime: REGIME_CODES.indexOf(regime),
});

type Replayed = ReplayColumns & { rsi: Float64Array; volatility: Float64Array };

/** All decisions over these prices, from step `first` on. */
function wholeReplay(
  prices: Float64Array,
  settings: EngineSettings,
  context: JobContext,
  first: number,
  onProgress: (fraction: number) => void = () => undefined,
): Replayed {
  const columns = replayColumns(() => new Float64Array(prices.length));
  return context.arena.scope(() => {
    const address = context.arena.put(prices);
    const { rsi, volatility } = engineColumns(context, address, prices.length, settings);
    replay(context, prices, address, rsi, volatility, onProgress, { base: settings.limits ?? undefined, columns, first });
    return { ...columns, rsi, volatility };
  });
}

/** The values of a replay at a step; an undefined RSI is replaced by the neutral one, as in the rules. */
function valuesAt(columns: Replayed, step: number): Record<keyof Replayed, number> {
  const entries = Object.entries(columns).map(([name, column]) => [name, column[step]]);
  const values = Object.fromEntries(entries) as Record<keyof Replayed, number>;
  return { ...values, rsi: Number.isNaN(values.rsi) ? RSI_NEUTRAL : values.rsi };
}

/** Distinct random steps, each equally likely among those the replay decided; all of them if they are few. */
function randomSteps(length: number, seed: number, { arena, kernels }: JobContext): number[] {
  const wanted = Math.min(MAX_CHECKS, Math.max(MIN_CHECKS, Math.floor(MAX_READ / length)));
  const lowest = Math.max(SEQUENCE_LENGTH - 1, length - 1_000_000);
  const choices = length - lowest;
  if (choices <= wanted) return Array.from({ length: choices }, (_, index) => lowest + index);
  return arena.scope(() => {
    const stream = arena.takeBytes(STREAM_BYTES);
    const out = arena.take(wanted);
    kernels.rngSeed(stream, seed);
    kernels.drawUniforms(stream, out, 0, wanted);
    const steps = Array.from(arena.view(out, wanted), (draw) => lowest + Math.floor(draw * choices));
    return [...new Set(steps)].sort((a, b) => a - b);
  });
}
