import type { Series } from "../../../workers/contract";
import type { Finished } from "../../analysis/use-analysis";
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
