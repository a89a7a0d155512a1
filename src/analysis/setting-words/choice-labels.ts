import { DISTRIBUTION_LABEL } from "../../../workers/volatility/schema";

/** Labels of choices, whose schemas have none and whose keys say something else. */
export const CHOICE_LABELS: ReadonlyMap<string, string> = new Map([
  ["distribution", DISTRIBUTION_LABEL],
  ["fill", "Fills"],
  ["kind", "Input type"],
  ["lagRule", "Automatic lag"],
  ["preSample", "Pre-sample variance"],
  ["returnUnit", "Unit of returns"],
  ["scheme", "Bootstrap scheme"],
  ["variations", "Parameter grid"],
]);
