import { type DatedLength, stepsInData } from "../../workers/step-name";
import type { Settings } from "./settings-schema";

/** Default steps per year of a screen, by the user's setting; 252 if they should be inferred from the data but cannot be. */
export function stepsPerYear({ basis, own }: Settings["annualization"], data: DatedLength | null): number {
  if (basis === "own") return own;
  if (basis === "data") return (data ? stepsInData(data) : null) ?? 252;
  return Number(basis);
}
