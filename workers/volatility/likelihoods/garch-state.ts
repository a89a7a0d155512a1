import type { Count } from "../../contract";
import type { Distribution, ModelAsk } from "../garch-model";

/** Slots of the kernels' GARCH state, as `assembly/kernels/volatility/garch-state.ts` lays it out. */
export const Slot = {
  mu: 0,
  omega: 1,
  alpha: 2,
  beta: 7,
  nu: 12,
  lambda: 13,
  presample: 14,
  presampleSlope: 15,
  shockLags: 16,
  varianceLags: 17,
  density: 18,
  count: 19,
  scale: 20,
  logLikelihood: 21,
  nextVariance: 22,
  gradient: 24,
  length: 160,
} as const;

/** Codes of the kernels for the innovation densities. */
export const distributionCode: Record<Distribution, number> = { normal: 0, t: 1, skewt: 2, ged: 3 };

/** Positions of the estimated parameters: `keys` names them in order, `slots` gives their slots in the kernels' state. */
export interface ParameterLayout {
  keys: string[];
  slots: number[];
  /** Index ranges in the parameter vector. */
  alpha: Count;
  beta: Count;
  shape: Count;
  length: Count;
}

/** mu, omega, alpha1.., beta1.., then nu and lambda if the density has them. */
export function parameterLayout(model: ModelAsk): ParameterLayout {
  const keys = ["mu", "omega"];
  const slots: number[] = [Slot.mu, Slot.omega];
  for (let i = 0; i < model.q; i++) {
    keys.push(`alpha${i + 1}`);
    slots.push(Slot.alpha + i);
  }
  for (let j = 0; j < model.p; j++) {
    keys.push(`beta${j + 1}`);
    slots.push(Slot.beta + j);
  }
  const shape = keys.length;
  if (model.distribution !== "normal") {
    keys.push("nu");
    slots.push(Slot.nu);
  }
  if (model.distribution === "skewt") {
    keys.push("lambda");
    slots.push(Slot.lambda);
  }
  return { keys, slots, alpha: 2, beta: 2 + model.q, shape, length: keys.length };
}
