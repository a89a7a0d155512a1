import { check, type GenericSchema, pipe } from "valibot";
import type { RecordKind } from "../../workers/storage/record";

/** Schemas of all kinds of entries; loaded only when all entries are checked, which is rare. */
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
