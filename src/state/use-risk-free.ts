import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { settingsAtom } from "./settings";

/**
 * Inputs of a screen whose risk-free rate, where it sets none of its own, is the person's.
 * @param percents 100 for a screen that keeps fractions
 */
export function useRiskFree<Inputs extends { riskFree: number | null }>(inputs: Inputs, percents: 1 | 100 = 1): Inputs {
  const { riskFree } = useAtomValue(settingsAtom);
  return useMemo(() => (inputs.riskFree === null ? { ...inputs, riskFree: riskFree / percents } : inputs), [inputs, riskFree, percents]);
}
