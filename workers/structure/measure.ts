import type { Count, Fraction } from "../contract";
import type { JobContext } from "../runtime/job";
import { type VolatilityClustering, volatilityClustering } from "./clustering";
import { type KaufmanEfficiency, kaufmanEfficiency } from "./efficiency";
import { ORDERS, type PermutationEntropy, permutationEntropy, rollingEntropy } from "./ordinal";
import { detrendedFluctuation, efficiencyIndex, fractalDimension, rescaledRangeHurst, type Scaling } from "./scaling";
import { type StructureKernels, takeSteps } from "./steps";
import { priceEfficiency, type VarianceRatio, varianceRatios } from "./variance-ratio";

/** Structure statistics of a series of returns; null if the series is too short. */
export interface Structure {
  /** Of the returns, orders 3 to 7. */
  entropy: PermutationEntropy[];
  /** Normalized entropy of the latest returns at each return; NaN until there are enough. Empty if columns are omitted. */
  rollingEntropy: Float64Array;
  varianceRatios: VarianceRatio[];
  /** 1 - min(1, mean |VR - 1|). */
  priceEfficiency: Fraction | null;
  kaufman: KaufmanEfficiency | null;
  rescaledRange: Scaling | null;
  detrendedFluctuation: Scaling | null;
  fractalDimension: number | null;
  /** Kristoufek and Vosvrda's index: 0 for an efficient market. */
  efficiencyIndex: number | null;
  clustering: VolatilityClustering | null;
}

interface StructureSettings {
  delay: Count;
  period: Count;
  order: Count;
  window: Count;
}

/** Addresses of returns and prices (or cumulated returns) in the arena; there is one price more. */
interface StructureColumns {
  address: number;
  n: Count;
  prices: number;
  /** Omits the columns. */
  brief: boolean;
}

/** First autocorrelation from the variance ratio of two steps, which is 1 + rho[1] up to a bias of order 1/n. */
const firstAutocorrelation = (ratios: readonly VarianceRatio[]): number | null => {
  const two = ratios.find(({ q }) => q === 2);
  return two ? two.ratio - 1 : null;
};

/** All structure statistics except memory and shapes; call inside an arena scope. */
export function structureOf(
  context: JobContext,
  structure: StructureKernels,
  { address, n, prices, brief }: StructureColumns,
  { delay, period, order, window }: StructureSettings,
): Structure {
  const steps = takeSteps(context, structure, address, n);
  const ratios = varianceRatios(context, structure, steps);
  const dfa = detrendedFluctuation(context, structure, steps);
  const dimension = fractalDimension(context, structure, steps);
  const rho = firstAutocorrelation(ratios);
  return {
    entropy: ORDERS.flatMap((each) => permutationEntropy(context, structure, address, n, each, delay) ?? []),
    rollingEntropy: brief ? context.column(0) : rollingEntropy(context, structure, address, n, order, window),
    varianceRatios: ratios,
    priceEfficiency: priceEfficiency(ratios),
    kaufman: kaufmanEfficiency(context, structure, prices, n + 1, period, brief),
    rescaledRange: rescaledRangeHurst(context, structure, steps),
    detrendedFluctuation: dfa,
    fractalDimension: dimension,
    efficiencyIndex: dfa === null || dimension === null || rho === null ? null : efficiencyIndex(dfa.hurst, dimension, rho),
    clustering: volatilityClustering(context, address, n),
  };
}
