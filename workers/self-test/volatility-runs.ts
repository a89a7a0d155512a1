import type { JobContext } from "../runtime/job";
import { answer, CLIMBED, CLOSE, type Run } from "./job-runs";

const OPTIONS = { nuStart: null, lambdaStart: 0, tolerance: 1e-10, maxIterations: 60 };
const MODEL = { p: 1, q: 1, preSample: "sample" } as const;

/** A fit, its forecasts from the density and from its residuals, and its diagnosis. */
async function garch(context: JobContext, model: object): Promise<number[]> {
  const fitted = await answer(context, "fit-garch", {
    values: CLOSE,
    kind: "prices",
    model: { ...MODEL, ...model } as never,
    options: OPTIONS,
  });
  const { fit, returns } = fitted;
  const ahead = { fit, returns, lastTime: null, stepMillis: null, horizon: 5, seed: 7, paths: 400 };
  const simulated = await answer(context, "forecast-garch", { ...ahead, method: "simulation", parameterUncertainty: true });
  const resampled = await answer(context, "forecast-garch", { ...ahead, method: "bootstrap" });
  const behavioral = { riskAversion: 2, lossAversion: 2.25, referenceWindow: 22 };
  const { nelson, memory, stability, pit, behavior, moments } = await answer(context, "diagnose-garch", { fit, returns, behavioral });
  const figures = [
    fit.logLikelihood,
    fit.nextVariance,
    ...simulated.simulatedVariance.subarray(1, 3),
    resampled.simulatedVariance[2],
    nelson.exponent,
    memory?.d,
    stability?.joint?.statistic,
    pit?.statistic,
    behavior?.utilityMean,
    moments.kurtosis,
  ];
  return figures.map((figure) => figure ?? Number.NaN);
}

const diagnosed = (name: string, model: object, expected: number[]): Run => ({
  kernel: `${name}: fit, forecasts, diagnosis`,
  tolerance: CLIMBED,
  answer: (context) => garch(context, model),
  expected,
});

export const volatilityRuns: Run[] = [
  diagnosed(
    "EGARCH(2,1), t",
    { variance: "egarch", p: 2, distribution: "t" },
    [
      -545.474784736705, 0.5437953772794163, 0.6384784481103697, 0.6090039893868514, 0.6301268611503075, -0.03442541531222236,
      0.3280074301446591, 0.797859425846667, 59.29573934837092, -0.009521876987546779, -0.616064201966338,
    ],
  ),
  diagnosed(
    "APARCH(2,1), skewed t",
    { variance: "aparch", p: 2, distribution: "skewt" },
    [
      -542.8212885822641, 0.4629541152239913, 0.5159268615314097, 0.5094814345250793, 0.5302274996047445, -0.049413323979636395,
      0.3280074301446591, 0.35305280178837795, 68.61904761904763, -0.009521876987546779, -0.4898953638313692,
    ],
  ),
  diagnosed(
    "FIGARCH, skewed t",
    { variance: "figarch", distribution: "skewt" },
    [
      -544.3246356263031, 0.5288494067335857, 0.5484824182672366, 0.5826639743773881, 0.5747706424644402, -0.041867064641882064,
      0.3280074301446591, 0.48094277661326895, 58.393483709273184, -0.009521876987546779, -0.46611618019115264,
    ],
  ),
  diagnosed(
    "HAR variance",
    { variance: "har", distribution: "normal" },
    [
      -544.7200556928715, 0.5307134058269657, 0.6164465968457475, 0.663864530086329, 0.655431509537846, -0.0620111814209085,
      0.3280074301446591, 0.35350260476342477, 52.8796992481203, -0.009521876987546779, -0.5503456579219681,
    ],
  ),
  diagnosed(
    "AR(1)-GJR, GED",
    { variance: "gjr", mean: { ar: 1 }, distribution: "ged" },
    [
      -534.4664965132425, 0.5312432092966044, 0.5553433634718605, 0.5845404641899136, 0.5827409980540121, -0.06834698068217995,
      0.33748919191723814, 0.6011481146218383, 40.793969849246245, -0.009503263093284347, -0.6066706233969787,
    ],
  ),
  diagnosed(
    "GARCH(2,2), skewed t",
    { p: 2, q: 2, distribution: "skewt", preSample: "ewma75" },
    [
      -543.1110155411709, 0.5025508104283423, 0.5390312108824618, 0.5294208113584347, 0.560124480945499, -0.041461624888424614,
      0.3280074301446591, 0.9188082466649339, 60.29824561403508, -0.009521876987546779, -0.5224425646590993,
    ],
  ),
  {
    kernel: "rolling refits of an EGARCH",
    tolerance: CLIMBED,
    async answer(context) {
      const model = { ...MODEL, variance: "egarch", distribution: "normal" } as const;
      const plan = { model, options: OPTIONS, window: 250, scheme: "rolling", step: 75 } as const;
      const { refits } = await answer(context, "refit-garch", { values: CLOSE, kind: "prices", ...plan });
      return refits.flatMap(({ values }) => values);
    },
    expected: [
      -0.11986785353502333, -0.022517124276383728, 0.45749822518006117, -0.11492652444513018, 0.9625114275413044, -0.07644460259832589,
      -0.018025638177927895, 0.4196756832564656, -0.028931228461488396, 0.9577775583179783,
    ],
  },
];
