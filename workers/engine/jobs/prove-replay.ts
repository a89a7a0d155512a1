import { type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { FALLBACK, SEQUENCE_LENGTH } from "../constants";
import { engineColumns } from "../engine-columns";
import { joined } from "../input";
import { prefixState } from "../prefix";
import { type ReplayColumns, replay, replayColumns } from "../replay";
import { type EngineSettings, engineSchema, type GivenEngineSettings } from "../schema";
import { REGIME_CODES, RuleSteps } from "../step";

export interface ProveReplayInput {
  /** Oldest first. */
  prices: Float64Array;
  appended?: Float64Array | null;
  settings: GivenEngineSettings;
  /** Decides which steps are checked. */
  seed: number;
}

export interface ReplayProof {
  /** Steps decided a second time, from their own past alone. */
  checked: Count;
  /** Steps where any figure or the decision came out with other bits. */
  differing: Count;
  /** The first of them, and what differs there; null when none does. */
  first: { step: number; quantity: string } | null;
  seed: number;
}

const MAX_CHECKS = 200;
const MIN_CHECKS = 16;
/** Prices read in all: keeps the proof of a million rows within seconds. */
const MAX_READ = 40_000_000;
const STREAM_BYTES = 32;

/**
 * Looks for use of the future: the replay over the whole series against decisions recreated from random prefixes, from which everything
 * later was cut off. Equal bits everywhere mean that no decision used what came after it.
 */
export function proveReplay(input: ProveReplayInput, context: JobContext): Outcome<ReplayProof> {
  const { seed } = input;
  const asked = readSettings(engineSchema, input.settings);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  if (!Number.isFinite(seed)) return fail("bad-input", "numerics/seed");
  const { settings } = asked;
  const prices = joined(input.prices, input.appended, context);
  const { length } = prices;
  if (length < SEQUENCE_LENGTH) return fail("bad-input", "engine/replayTooShort", { given: length });
  const base = settings.limits ?? undefined;
  const whole = wholeReplay(prices, settings, context);
  const rules = new RuleSteps(base);
  const steps = randomSteps(length, seed, context);
  let differing = 0;
  let first: ReplayProof["first"] = null;
  steps.forEach((step, index) => {
    context.checkpoint();
    context.progress(0.3 + (0.7 * index) / steps.length, "Repeating decisions on truncated data");
    const state = prefixState(context, prices.slice(0, step + 1), settings);
    if (Number.isNaN(state.volatility)) state.volatility = FALLBACK.volatility;
    const alone = { clause: rules.decide(state), ...figuresOf(rules) };
    const quantity = (Object.keys(alone) as (keyof typeof alone)[]).find((name) => !Object.is(alone[name], whole[name][step]));
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

function wholeReplay(prices: Float64Array, settings: EngineSettings, context: JobContext): ReplayColumns {
  const columns = replayColumns(() => new Float64Array(prices.length));
  context.arena.scope(() => {
    const address = context.arena.put(prices);
    const { rsi, volatility } = engineColumns(context, address, prices.length, settings);
    const onProgress = (fraction: number) => context.progress(0.3 * fraction, "Replaying the whole series");
    replay(context, prices, address, rsi, volatility, onProgress, { base: settings.limits ?? undefined, columns });
  });
  return columns;
}

/** Different steps, each equally likely among those the replay decided; all of them where they are few. */
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
