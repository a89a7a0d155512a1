import { inPercent, returnsAsked } from "../../analyzed-column";
import { succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { DEFAULT_FIT_OPTIONS, fitGarchJob, type ModelAsk, modelName } from "../../volatility";
import type { DatasetSource } from "../dataset-source";
import { datasetsOf, findSymbol } from "./find-symbol";

interface VolatilityQuestion {
  symbol: string;
  model: ModelAsk;
}

/** A model fitted to a dataset of this device, as the GARCH screen fits it. */
export async function answerVolatility({ symbol, model }: VolatilityQuestion, context: JobContext, source: DatasetSource) {
  const listed = await datasetsOf(source);
  if (!listed.ok) return listed;
  const found = await findSymbol(symbol, listed.value, source, context);
  if (!found.ok) return found;
  const { series, prices } = found.value;
  const asked = returnsAsked(series, prices, "auto");
  const outcome = await fitGarchJob({ ...asked, model, options: DEFAULT_FIT_OPTIONS }, context);
  if (!outcome.ok) return outcome;
  const { fit, caution } = outcome.value;
  return succeed({
    model: modelName(fit.model),
    status: fit.status,
    status_text: fit.statusText,
    caution,
    unit: inPercent(outcome.value, asked.unit) ? ("percent" as const) : ("fraction" as const),
    returns: fit.n,
    parameters: fit.estimates.map(({ key, value, robust, t, p }) => ({ name: key, value, standard_error: robust, t, p_value: p })),
    log_likelihood: fit.logLikelihood,
    aic: fit.aic,
    bic: fit.bic,
    persistence: fit.persistence,
    half_life: finite(fit.halfLife),
    unconditional_variance: fit.unconditionalVariance,
    next_volatility: Math.sqrt(fit.nextVariance),
  });
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
