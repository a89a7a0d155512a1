import { findSymbol } from "../../api";
import type { Fraction, Millis, Outcome } from "../../contract";
import { succeed } from "../../contract";
import { jobs } from "../../jobs";
import type { JobContext } from "../../runtime/job";
import { folderSource } from "./answer-host";

/** A model's prediction for a symbol at its newest row. */
export interface Prediction {
  time: Millis | null;
  model: "markov-regime";
  current_regime_probabilities: Record<string, Fraction>;
}

/** Probabilities of the current Markov regimes of a symbol, as in `/api/markov-regime`. */
export async function predictMarket(
  { folder, symbol }: { folder: string; symbol: string },
  context: JobContext,
): Promise<Outcome<Prediction>> {
  const source = folderSource(folder);
  const listed = await source.list(false);
  if (!listed.ok) return listed;
  const found = await findSymbol(symbol, listed.value.datasets, source, context);
  if (!found.ok) return found;
  const { series, prices } = found.value;
  const fitted = await jobs["fit-regimes"]({ values: prices.values, kind: "auto", times: series.times }, context);
  if (!fitted.ok) return fitted;
  const { current_regime_probabilities } = fitted.value;
  return succeed({ time: series.times?.at(-1) ?? null, model: "markov-regime", current_regime_probabilities });
}
