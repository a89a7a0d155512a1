import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import type { RiskKernels } from "../performance";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { Sliding } from "../runtime/wasm/sliding";
import { type KeptFit, type NextReturn, putResiduals } from "../volatility";
import { BASEL } from "./schema";
import { type ShortfallTest, shortfallTest } from "./shortfall-test";
import { tailMean } from "./tail-mean";
import { type CoverageTests, countsAt, coverageTests, type ExceptionCounts } from "./var-tests";

/** Backtest of a model's value at risk and expected shortfall at one confidence level. */
export interface ModelCoverage extends CoverageTests {
  confidence: Fraction;
  counts: ExceptionCounts;
  /** Exceptions expected: observations x (1 - confidence). */
  expected: number;
  /** Null with fewer than two exceptions, or if all exceed the expected shortfall by the same. */
  shortfall: ShortfallTest | null;
}

export interface ModelBacktest {
  levels: ModelCoverage[];
  /** Exceptions of the 99% value at risk over the latest 250 steps, and their zone; null if there are fewer steps. */
  basel: { exceptions: Count; zone: "green" | "yellow" | "red" } | null;
}

/** Steps to test, and what the model expected of each. */
interface TestedSteps {
  /** n returns, or standardized residuals with losses in that unit. */
  address: number;
  n: Count;
  /** Writes the value at risk of the steps from `from` on. */
  fill: (losses: Float64Array, from: Count, confidence: Fraction) => void;
  /** By how many standard deviations the loss of a step exceeds its expected shortfall. */
  excess: (step: Count, confidence: Fraction) => number;
}

/** The levels tested: the usual ones and that of the settings. */
export const testedLevels = (confidence: Fraction): Fraction[] => [...new Set([0.95, BASEL.confidence, confidence])].sort((a, b) => a - b);

/**
 * Coverage of a value at risk and test of its expected shortfall at every usual level and the chosen one, and the Basel zone of its latest year.
 *
 * @term Basel traffic light
 * @formula exceptions of the 99% VaR in 250 steps: up to 4 green, 5 to 9 yellow, 10 or more red
 * @source Basel Committee on Banking Supervision 1996
 * @tolerance exceptions and tests 1e-10 against a program of its own (numpy 2.4.6, scipy 1.17.1) on the DAX
 */
export function modelBacktest(context: JobContext, risk: RiskKernels, steps: TestedSteps, confidence: Fraction): ModelBacktest {
  const { address, n, fill, excess } = steps;
  const first = n - BASEL.steps;
  const latest = { address: address + first * VALUE_BYTES, n: BASEL.steps };
  return {
    levels: testedLevels(confidence).map((level) => {
      const share = 1 - level;
      const excesses: number[] = [];
      const counts = countOver(
        context,
        risk,
        { address, n },
        (losses, from) => fill(losses, from, level),
        (step) => excesses.push(excess(step, level)),
      );
      return {
        confidence: level,
        counts,
        expected: counts.observations * share,
        ...coverageTests(context.kernels, counts, share),
        shortfall: shortfallTest(context.kernels, excesses),
      };
    }),
    basel:
      first < 0
        ? null
        : baselOf(countOver(context, risk, latest, (losses, from) => fill(losses, first + from, BASEL.confidence)).exceptions),
  };
}

const baselOf = (exceptions: Count): ModelBacktest["basel"] => ({
  exceptions,
  zone: exceptions <= BASEL.green ? "green" : exceptions <= BASEL.yellow ? "yellow" : "red",
});

function countOver(
  context: JobContext,
  risk: RiskKernels,
  { address, n }: { address: number; n: Count },
  fill: (losses: Float64Array, from: Count) => void,
  onException?: (step: Count) => void,
): ExceptionCounts {
  const { arena } = context;
  return arena.scope(() => {
    const [limits, marks] = [0, 1].map(() => new Sliding(arena, Math.min(n, CHUNK)));
    const state = arena.put(new Float64Array(8));
    inChunks(context, n, CHUNK, (from, to) => {
      const limit = limits.at(from);
      fill(limits.view(from, to), from);
      risk.negate(limit, from, to);
      risk.countExceptions(address, limit, from, to, state, marks.at(from));
      if (!onException) return;
      const marked = marks.view(from, to);
      for (let step = marked.indexOf(1); step >= 0; step = marked.indexOf(1, step + 1)) onException(from + step);
    });
    return countsAt(arena.view(state, 6));
  });
}

/** Expected shortfall of a standardized error at each level. */
export const errorShortfalls = (risk: RiskKernels, errorQuantile: NextReturn["errorQuantile"], levels: readonly Fraction[]): number[] =>
  levels.map((level) => tailMean(risk, (p) => -errorQuantile(p), 1 - level));

/** In-sample: each return against the volatility and mean that a fit to all of them has for its step. */
export function backtestFit(
  context: JobContext,
  risk: RiskKernels,
  fit: KeptFit,
  returns: Float64Array,
  { errorQuantile }: NextReturn,
  confidence: Fraction,
): ModelBacktest {
  const levels = testedLevels(confidence);
  const shortfalls = errorShortfalls(risk, errorQuantile, levels);
  return context.arena.scope(() => {
    const { z, n } = putResiduals(context, fit, returns);
    return modelBacktest(
      context,
      risk,
      {
        address: z,
        n,
        fill: (losses, _, level) => losses.fill(-errorQuantile(1 - level)),
        excess: (step, level) => -context.arena.view(z, n)[step] - shortfalls[levels.indexOf(level)],
      },
      confidence,
    );
  });
}
