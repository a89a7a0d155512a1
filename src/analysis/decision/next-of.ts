import type { NextFrom } from "../next/next-steps.tsx";
import type { DecisionRun } from "./use-decision.ts";

/** What a decision was made from; two series put one behind the other are nothing another tool has a field for. */
export const nextOf = (tool: string, { series: { typed, csv }, text, news, settings }: DecisionRun): NextFrom | null =>
  typed && csv && typed !== csv ? null : { tool, run: { text: csv ? "" : text, series: typed ?? csv, settings: { ...settings, news } } };
