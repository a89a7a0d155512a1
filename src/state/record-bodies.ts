import { check, type GenericSchema, pipe } from "valibot";
import type { RecordKind } from "../../workers/storage/record";

/** What each kind of entry must look like; fetched when all of them are checked, which few visits do. */
export async function recordBodies(): Promise<Record<RecordKind, GenericSchema>> {
  const [{ isReadableRun, runSchema }, { clientSchema }, { strategySchema }, { decisionSchema }, { feedSchema }, { drawingsSchema }] =
    await Promise.all([
      import("./run-body"),
      import("./client-body"),
      import("./strategy-body"),
      import("./decision-body"),
      import("./feeds/feed-body"),
      import("./drawing-body"),
    ]);
  return {
    run: pipe(runSchema, check(isReadableRun)),
    client: clientSchema,
    strategy: strategySchema,
    decision: decisionSchema,
    feed: feedSchema,
    drawing: drawingsSchema,
  };
}
