import type { Fraction } from "../contract";
import type { Basis, RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { type FigureSet, lossSet, performanceSet } from "./resample";
import type { StudentFit } from "./student-fit";

/** The figures to compute for every resample, as plain data that can be sent to a worker. */
export type FigureQuestion =
  | { figures: "performance"; basis: Basis }
  | { figures: "losses"; confidence: Fraction; pivot: number; start: StudentFit | null };

export function figureSet(context: JobContext, risk: RiskKernels, question: FigureQuestion): FigureSet {
  if (question.figures === "performance") return performanceSet(context, risk, question.basis);
  return lossSet(context, risk, question.confidence, question.pivot, question.start);
}
