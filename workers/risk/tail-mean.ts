import type { Count, Fraction } from "../contract";
import type { RiskKernels } from "../performance";

/** For the tanh-sinh rule: beyond these nodes, less than 1e-22 of the tail is left. */
const [LAST_NODE, NODES_PER_UNIT]: [Count, Count] = [56, 16];

/**
 * Mean of a loss over the tail of a distribution, from its quantiles, by the tanh-sinh rule.
 * @param lossAt loss at the quantile of a probability
 * @param share probability of the tail
 */
export function tailMean(risk: RiskKernels, lossAt: (p: Fraction) => number, share: Fraction): number {
  let mean = 0;
  for (let node = -LAST_NODE; node <= LAST_NODE; node++) {
    const grown = risk.exponential(node / NODES_PER_UNIT);
    const odds = risk.exponential((Math.PI * (grown - 1 / grown)) / 2);
    const below = odds / (1 + odds);
    const weight = ((Math.PI * (grown + 1 / grown)) / 2) * (below / (1 + odds));
    mean += (weight * lossAt(share * below)) / NODES_PER_UNIT;
  }
  return mean;
}
