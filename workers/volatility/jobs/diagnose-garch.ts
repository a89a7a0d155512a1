import { type Count, fail, type Outcome, succeed } from "../contract";
import { type Behaviour, type BehaviourSettings, behaviourOf } from "../lib/behaviour";
import { ANNUALISATION } from "../lib/constants";
import { type Description, describeAt } from "../lib/describe";
import { type DiagnosticTest, residualTests, stabilityTest } from "../lib/diagnostics";
import { troubleWithNumbers } from "../lib/finite";
import { putResiduals } from "../lib/garch/residuals";
import type { KeptFit } from "../lib/garch-model";
import { type Interpretation, interpret } from "../lib/interpretation";
import type { JobContext } from "../lib/job";
import { type LongMemory, longMemory } from "../lib/long-memory";
import { messages } from "../lib/messages";
import { type NelsonExponent, nelsonExponent } from "../lib/nelson";
import { type NewsImpact, newsImpact } from "../lib/news-impact";
import { type QuantilePairs, qqPoints } from "../lib/qq-points";
import { type BullAndBear, fitBullAndBear, REGIME_ROWS } from "../lib/regimes/bull-and-bear";
import { volatilityExponent } from "../lib/volatility/exponent";
import { familyOf } from "../lib/volatility/families";
import { volatilityNews } from "../lib/volatility/news";
import { type PitHistogram, pitHistogram } from "../lib/volatility/pit";
import { type ParameterStability, parameterStability } from "../lib/volatility/stability";

export interface DiagnoseInput {
  fit: KeptFit;
  /** The returns the model was fitted to. */
  returns: Float64Array;
  /** "percent" unless the returns are fractions of one: prospect values are taken of fractions. */
  unit?: "percent" | "fraction";
  /** Null leaves the behavioural block and the regimes out. */
  behavioural: BehaviourSettings | null;
  /** Steps per year. */
  annualisation?: Count;
}

export interface Diagnosis {
  tests: DiagnosticTest[];
  /** Moments of the standardised residuals. */
  moments: Description;
  qq: QuantilePairs;
  /** Fit of the density: histogram of u = F(z) and the adjusted Pearson test; null for a handful of values. */
  pit: PitHistogram | null;
  /** Nyblom's test of constant parameters; null where the returns do not vary. */
  stability: ParameterStability | null;
  news: NewsImpact;
  nelson: NelsonExponent;
  memory: LongMemory | null;
  /** Adds to the fit's own metrics: the specification's "lyapunov". */
  metrics: { lyapunov: number };
  interpretation: Interpretation;
  /** Null unless asked for. */
  behaviour: Behaviour | null;
  regimes: BullAndBear | null;
  /** The specification's block. */
  behavioral: BehaviouralBlock | null;
}

export interface BehaviouralBlock {
  /** Break-even loss aversion; null where no step was a loss. */
  loss_aversion: number | null;
  utility_mean: number;
  utility_std: number;
  regime_probabilities: { Bull: number; Bear: number } | null;
}

function invalid({ fit, returns, behavioural, annualisation = ANNUALISATION }: DiagnoseInput): string | null {
  if (returns.length !== fit.n || (fit.residuals?.length ?? fit.n) !== fit.n || fit.volatility.length !== fit.n)
    return messages.fitOfOtherData;
  if (!(annualisation > 0)) return messages.annualisation;
  if (behavioural === null) return null;
  const { riskAversion, lossAversion, referenceWindow } = behavioural;
  if (!(riskAversion > 0)) return messages.riskAversion;
  if (!(lossAversion > 0)) return messages.lossAversion;
  const window = Number.isInteger(referenceWindow) && referenceWindow >= 0 && referenceWindow < returns.length - 1;
  return window ? null : messages.referenceWindow;
}

/** Tests and interprets a fitted GARCH model: residual tests, QQ pairs, news impact, exponent, memory, and the behavioural block. */
export async function diagnoseGarch(input: DiagnoseInput, context: JobContext): Promise<Outcome<Diagnosis>> {
  const trouble = invalid(input);
  if (trouble) return fail("bad-input", trouble);
  const { fit, behavioural, annualisation = ANNUALISATION } = input;
  const { arena } = context;
  const n = fit.n;
  const kernels = behavioural && (await context.load("regimes"));
  const volatility = await context.load("volatility");
  const own = familyOf(fit.model) !== null;
  context.progress(0, "Testing residuals");
  const tested = arena.scope((): Outcome<Pick<Diagnosis, "moments" | "tests" | "nelson" | "pit" | "qq">> => {
    const residuals = putResiduals(context, fit, input.returns);
    const { z } = residuals;
    const odd = troubleWithNumbers(context, z, n);
    if (odd) return odd;
    const moments = describeAt(context, z, 0, n);
    if (moments.kurtosis !== null && !Number.isFinite(moments.kurtosis)) return fail("bad-input", messages.tooLargeValues);
    const tests = residualTests(context, residuals, moments, fit.model.distribution);
    const nelson = own ? volatilityExponent(context, volatility, fit, z) : nelsonExponent(context, fit, z);
    const pit = pitHistogram(context, volatility, fit, z);
    // Last, since the residuals lose their order.
    return succeed({ moments, tests, nelson, pit, qq: qqPoints(context, fit, z) });
  });
  if (!tested.ok) return tested;
  const { moments, tests, nelson, pit, qq } = tested.value;
  const stability = parameterStability(context, volatility, fit, input.returns);

  return arena.scope(() => {
    context.progress(0.3, "Measuring memory");
    const address = arena.put(input.returns);
    const memory = longMemory(context, address, n);

    const scale = input.unit === "fraction" ? 1 : 0.01;
    const behaviour = behavioural && behaviourOf(context, { address, n, scale, annualisation }, behavioural);
    const newest = Math.min(n, REGIME_ROWS);
    const recent = { address: address + (n - newest) * Float64Array.BYTES_PER_ELEMENT, n: newest };
    const regimes =
      kernels && fitBullAndBear(context, kernels, recent, (share) => context.progress(0.5 + 0.5 * share, "Telling regimes apart"));
    return succeed({
      tests: [...tests, stabilityTest(stability)],
      moments,
      qq,
      pit,
      stability,
      news: own ? volatilityNews(context, volatility, fit) : newsImpact(context, fit),
      nelson,
      memory,
      metrics: { lyapunov: nelson.exponent },
      interpretation: interpret(fit, nelson, memory),
      behaviour,
      regimes,
      behavioral: behaviour && {
        loss_aversion: behaviour.breakEvenLossAversion,
        utility_mean: behaviour.utilityMean,
        utility_std: behaviour.utilityDeviation,
        regime_probabilities: regimes?.probabilities ?? null,
      },
    });
  });
}
