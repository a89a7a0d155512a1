import type { Series } from "../../../workers/contract";
import type { Finished } from "../../analysis/use-analysis";
import { UNIT_WORDS } from "../../lib/return-words.ts";
import type { CuriositySettings } from "./settings";

/** An analysis with the data and settings it was computed from. */
export type CuriosityRun = Finished<
  "analyze-curiosity",
  {
    series: Series;
    text: string;
    /** The analyzed column. */
    values: Float64Array;
    settings: CuriositySettings;
    annualization: number;
  }
>;

/** Unit of the returns of an analysis, if it was detected or set. */
export const unitWords = ({ foundUnit }: CuriosityRun["value"]): string | null =>
  foundUnit && foundUnit !== "auto" ? UNIT_WORDS[foundUnit] : null;
