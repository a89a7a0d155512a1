import { useAtomValue } from "jotai";
import type { Series } from "../../workers/contract";
import { datedLength } from "../../workers/step-name";
import { stepsPerYear } from "./annualization";
import { settings, settingsAtom } from "./settings";

/** Steps per year by the user's settings, for a screen that sets none. */
export const stepsPerYearOf = (series: Series | null): number => stepsPerYear(settings.read().annualization, series && datedLength(series));

/** The same, updated when the settings change. */
export function useStepsPerYear(series: Series | null): number {
  useAtomValue(settingsAtom);
  return stepsPerYearOf(series);
}
