import type { Jobs } from "../../../workers/jobs";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { JobValue } from "../../client/pool";

interface Fitted {
  series: { name: string; hash: string };
  value: JobValue<Jobs, "fit-regimes">;
}

/** A fit for another program. */
export function regimesQuestion({ series, value: { regimes, transition, returns, fit } }: Fitted): ScriptQuestion {
  const of = (name: string, values: readonly number[]) => Object.fromEntries(values.map((value, i) => [`${name}${i + 1}`, value]));
  const [mean, variance] = [regimes.map((regime) => regime.mean), regimes.map((regime) => regime.variance)];
  return {
    kind: "regimes",
    title: `${regimes.length} market regimes of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: { states: regimes.length, mean, variance, transition: transition.flat() },
    columns: [{ name: "returns", values: returns }],
    figures: [
      ...comparedFigures(1e-6, { logLikelihood: fit.logLikelihood }),
      ...comparedFigures(0.01, {
        ...of("mean", mean),
        ...of("variance", variance),
        ...of(
          "stay",
          transition.map((row, i) => row[i]),
        ),
      }),
      ...comparedFigures(
        0.01,
        of(
          "filtered",
          regimes.map(({ probability }) => probability),
        ),
      ),
    ],
  };
}
