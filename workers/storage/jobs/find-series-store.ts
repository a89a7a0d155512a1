import { seriesFolder } from "../../capabilities";
import { type Outcome, succeed } from "../../contract";

/** Where series are stored, which only a worker can tell: pages have no access handles. A folder that refuses access is not used. */
export const findSeriesStore = async (_: Record<never, never>): Promise<Outcome<"files" | "database">> =>
  succeed((await seriesFolder().catch(() => null)) ? "files" : "database");
