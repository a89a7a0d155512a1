import type { NextFrom } from "../next/next-steps.tsx";
import type { DecisionRun } from "./use-decision.ts";

/** Source data of a decision for follow-up tools; two concatenated series do not fit another tool's single field. */
export const nextOf = (tool: string, { series: { typed, csv }, text, news, settings }: DecisionRun): NextFrom | null =>
  typed && csv && typed !== csv ? null : { tool, run: { text: csv ? "" : text, series: typed ?? csv, settings: { ...settings, news } } };
