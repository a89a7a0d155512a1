import { seriesFolder } from "../../capabilities";
import { type Outcome, succeed } from "../../contract";

/** Where series are kept, which only a worker knows: pages have no access handles. One whose folder is refused keeps none there. */
export const findSeriesStore = async (_: Record<never, never>): Promise<Outcome<"files" | "database">> =>
  succeed((await seriesFolder().catch(() => null)) ? "files" : "database");
