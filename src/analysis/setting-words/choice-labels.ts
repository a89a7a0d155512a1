import { DISTRIBUTION_LABEL } from "../../../workers/volatility/schema";

/** Labels of choices, whose schemas have none and whose keys say something else. */
export const CHOICE_LABELS: ReadonlyMap<string, string> = new Map([
  ["beat", "Benchmark"],
  ["closeAtEnd", "Close open trades at the last close"],
  ["compare", "Compare numbers of regimes"],
  ["count", "Surrogates"],
  ["distribution", DISTRIBUTION_LABEL],
  ["fill", "Fills"],
  ["kind", "Input type"],
  ["lagRule", "Automatic lag"],
  ["preSample", "Pre-sample variance"],
  ["returnUnit", "Unit of returns"],
  ["scheme", "Bootstrap scheme"],
  ["targeting", "Variance targeting"],
  ["tradeOnClose", "Trade on the close"],
  ["type", "Strategy Type"],
  ["unit", "Unit of returns"],
  ["variations", "Parameter grid"],
  ["wholeUnits", "Whole units only"],
]);
