import type { Jobs } from "../../../workers/jobs";
import type { JobValue } from "../../client/pool";

type Tested = Pick<JobValue<Jobs, "backtest-model">, "levels" | "basel">;

/** The backtest of a model's value at risk at one level, as a row. */
export type ModelLevel = Tested["levels"][number] & Pick<Tested, "basel"> & { sample: "in-sample" | "out of sample" };

/** The level that the Basel zones are of. */
const BASEL_LEVEL = 0.99;

export const levelsOf = ({ levels, basel }: Tested, sample: ModelLevel["sample"]): ModelLevel[] =>
  levels.map((found) => ({ ...found, sample, basel: found.confidence === BASEL_LEVEL ? basel : null }));
