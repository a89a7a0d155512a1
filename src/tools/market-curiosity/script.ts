import { structureEntries } from "../../../workers/structure/schema";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { StructureValue } from "./use-curiosity";

interface Measured {
  series: { name: string; hash: string };
  values: Float64Array;
  value: StructureValue;
}

/** The structure of a series for another program. */
export function structureQuestion({ series, values, value }: Measured): ScriptQuestion {
  const { kind, entropy, varianceRatios, rescaledRange, detrendedFluctuation, kaufman, clustering } = value;
  const { priceEfficiency, fractalDimension, efficiencyIndex } = value;
  return {
    kind: "structure",
    title: `Structure of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: {
      prices: kind === "prices",
      delay: structureEntries.delay.default,
      period: kaufman?.period ?? structureEntries.period.default,
    },
    columns: [{ name: "values", values }],
    figures: comparedFigures(1e-8, {
      ...Object.fromEntries(entropy.map(({ order, normalized }) => [`entropy ${order}`, normalized])),
      ...Object.fromEntries(
        varianceRatios.flatMap(({ q, ratio, z }) => [
          [`variance ratio ${q}`, ratio],
          [`variance ratio ${q}, z`, z],
        ]),
      ),
      priceEfficiency,
      rescaledRange: rescaledRange?.hurst ?? null,
      detrendedFluctuation: detrendedFluctuation?.hurst ?? null,
      fractalDimension,
      efficiencyIndex,
      "efficiency ratio, last": kaufman?.last ?? null,
      clustering: clustering?.value ?? null,
    }),
  };
}
