import { type DatedLength, stepsInData } from "../../workers/step-name";
import type { Settings } from "./settings-schema";

/** Steps per year a screen starts with, by the user's setting; 252 where the data was to say and does not. */
export function stepsPerYear({ basis, own }: Settings["annualization"], data: DatedLength | null): number {
  if (basis === "own") return own;
  if (basis === "data") return (data ? stepsInData(data) : null) ?? 252;
  return Number(basis);
}
