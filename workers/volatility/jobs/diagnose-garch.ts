import * as v from "valibot";
import { type Count, fail, failBecause, type Outcome, succeed, VALUE_BYTES } from "../../contract";
import { type Description, describeAt } from "../../numerics/describe";
import { validateNumbers } from "../../numerics/finite";
import { yearEntries } from "../../performance/schema";
import { type BullAndBear, fitBullAndBear, REGIME_ROWS } from "../../regimes";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type LongMemory, longMemory } from "../../structure";
import { type Behavior, behaviorOf } from "../behavior";
import { type DiagnosticTest, residualTests, stabilityTest } from "../diagnostics";
import { volatilityExponent } from "../exponent";
import type { KeptFit } from "../garch-model";
import { type Interpretation, interpret } from "../interpretation";
import { compareMemory, hasLongMemory, type MemoryModels } from "../memory-models";
import { type NelsonExponent, nelsonExponent } from "../nelson";
import { type NewsImpact, newsImpact } from "../news-impact";
import { familyNumber } from "../path-model";
import { type PitHistogram, pitHistogram } from "../pit";
import { type QuantilePairs, qqPoints } from "../qq-points";
import { putResiduals } from "../residuals";
import { type BehaviorSettings, behaviorSchema } from "../schema";
import { type ParameterStability, parameterStability } from "../stability";

export interface DiagnoseInput {
  fit: KeptFit;
  /** The returns the model was fitted to. */
  returns: Float64Array;
  /** "percent" unless the returns are fractions: prospect values are computed from fractions. */
  unit?: "percent" | "fraction";
  /** Null omits the behavioral block and the regimes. */
  behavioral: BehaviorSettings | null;
  /** False omits the regimes, which take longer than all the rest. */
  regimes?: boolean;
  /** Steps per year. */
  annualization?: Count;
}

export interface Diagnosis {
  tests: DiagnosticTest[];
  /** Moments of the standardized residuals. */
  moments: Description;
  qq: QuantilePairs;
  /** Fit of the density: histogram of u = F(z) and the adjusted Pearson test; null for too few values. */
  pit: PitHistogram | null;
  /** Nyblom's test of constant parameters; null if the returns do not vary. */
  stability: ParameterStability | null;
  news: NewsImpact;
  nelson: NelsonExponent;
  memory: LongMemory | null;
  /** Whether long-memory models fit better; null if the estimate shows no long memory. */
  memoryModels: MemoryModels | null;
  /** Adds to the fit's own metrics: the specification's "lyapunov". */
  metrics: { lyapunov: number };
  interpretation: Interpretation;
  /** Null unless asked for. */
  behavior: Behavior | null;
  regimes: BullAndBear | null;
  /** The specification's block. */
  behavioral: BehavioralBlock | null;
}

export interface BehavioralBlock {
  /** Break-even loss aversion; null if no step was a loss. */
  loss_aversion: number | null;
  utility_mean: number;
  utility_std: number;
  regime_probabilities: { Bull: number; Bear: number } | null;
}

const askedSchema = v.object({ annualization: yearEntries.periodsPerYear, behavioral: v.nullable(behaviorSchema) });

/** Tests and interprets a fitted GARCH model: residual tests, QQ pairs, news impact, exponent, memory, and the behavioral block. */
export async function diagnoseGarch(input: DiagnoseInput, context: JobContext): Promise<Outcome<Diagnosis>> {
  const { fit } = input;
  const columns = [input.returns, fit.volatility, ...(fit.residuals ? [fit.residuals] : [])];
  if (columns.some(({ length }) => length !== fit.n)) return fail("bad-input", "volatility/fitOfOtherData");
  const asked = readSettings(askedSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { annualization, behavioral } = asked.settings;
  if (behavioral && behavioral.referenceWindow >= fit.n - 1) return fail("bad-input", "volatility/referenceWindow");
  const { arena } = context;
  const n = fit.n;
  const kernels = behavioral && input.regimes !== false ? await context.load("regimes") : null;
  const volatility = await context.load("volatility");
  const own = familyNumber(fit.model) !== 0;
  context.progress(0, "Testing residuals");
  const tested = arena.scope((): Outcome<Pick<Diagnosis, "moments" | "tests" | "nelson" | "pit" | "qq">> => {
    const residuals = putResiduals(context, fit, input.returns);
    const { z } = residuals;
    const odd = validateNumbers(context, z, n);
    if (odd) return odd;
    const moments = describeAt(context, z, 0, n);
    if (moments.kurtosis !== null && !Number.isFinite(moments.kurtosis)) return fail("bad-input", "series/tooLargeValues");
    const tests = residualTests(context, volatility, residuals, moments, fit.model.distribution);
    const nelson = own ? volatilityExponent(context, volatility, fit, z) : nelsonExponent(context, volatility, fit, z);
    const pit = pitHistogram(context, volatility, fit, z);
    // Last, since it reorders the residuals.
    return succeed({ moments, tests, nelson, pit, qq: qqPoints(context, fit, z) });
  });
  if (!tested.ok) return tested;
  const { moments, tests, nelson, pit, qq } = tested.value;
  context.progress(0.3, "Measuring memory");
  const memory = arena.scope(() => longMemory(context, volatility, arena.put(input.returns), n));
  // Other workers compare models in parallel.
  const comparing = hasLongMemory(memory) ? compareMemory(context, fit, input.returns) : null;
  const stability = parameterStability(context, volatility, fit, input.returns);
  const { behavior, regimes } = arena.scope(() => {
    const address = arena.put(input.returns);
    const scale = input.unit === "fraction" ? 1 : 0.01;
    const newest = Math.min(n, REGIME_ROWS);
    const recent = { address: address + (n - newest) * VALUE_BYTES, n: newest };
    return {
      behavior: behavioral && behaviorOf(context, volatility, { address, n, scale, annualization }, behavioral),
      regimes: kernels && fitBullAndBear(context, kernels, recent, (share) => context.progress(0.5 + 0.5 * share, "Fitting regimes")),
    };
  });
  const memoryModels = await comparing;
  return succeed({
    tests: [...tests, stabilityTest(stability)],
    moments,
    qq,
    pit,
    stability,
    news: newsImpact(context, volatility, fit),
    nelson,
    memory,
    memoryModels,
    metrics: { lyapunov: nelson.exponent },
    interpretation: interpret(fit, nelson, memory, memoryModels),
    behavior,
    regimes,
    behavioral: behavior && {
      loss_aversion: behavior.breakEvenLossAversion,
      utility_mean: behavior.utilityMean,
      utility_std: behavior.utilityDeviation,
      regime_probabilities: regimes?.probabilities ?? null,
    },
  });
}
