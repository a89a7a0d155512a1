import type { Series } from "../../../workers/contract";
import type { Finished } from "../../analysis/use-analysis";
import { UNIT_WORDS } from "../../lib/return-words.ts";
import type { CuriositySettings } from "./settings";

/** An analysis with what it was made from. */
export type CuriosityRun = Finished<
  "analyze-curiosity",
  {
    series: Series;
    text: string;
    /** Column that was analyzed. */
    values: Float64Array;
    settings: CuriositySettings;
    annualization: number;
  }
>;

/** What the returns of an analysis are in, where it told or was told. */
export const unitWords = ({ foundUnit }: CuriosityRun["value"]): string | null =>
  foundUnit && foundUnit !== "auto" ? UNIT_WORDS[foundUnit] : null;
