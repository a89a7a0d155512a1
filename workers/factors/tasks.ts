import type { Count } from "../contract";
import type { Expression } from "./formula/expression";
import { FACTORS, type FactorCategory, type FactorId, type FactorNeed } from "./schema";

/** A factor to be computed. */
export interface FactorTask {
  /** 1 to 5 are the specification's factors; formulas follow. */
  id: Count;
  name: string;
  category: FactorCategory;
  needs: FactorNeed | null;
  /** Parsed formula; null for the specification's factors. */
  formula: { expression: Expression; text: string } | null;
}

export const builtInTask = (id: FactorId): FactorTask => {
  const { name, category, needs } = FACTORS[id - 1];
  return { id, name, category, needs, formula: null };
};

/** One of the specification's factors; null for a formula. */
export const builtInId = ({ id }: FactorTask): FactorId | null => FACTORS.find((factor) => factor.id === id)?.id ?? null;
