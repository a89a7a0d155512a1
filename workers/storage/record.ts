import * as v from "valibot";
import { DAY, type Millis } from "../contract";
import { momentSchema } from "../runtime/schema";

export const RECORD_KINDS = ["client", "strategy", "run", "decision", "feed", "drawing"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Any small item the user stores besides series. The content of `body` depends on its kind. */
export interface StoredRecord {
  id: string;
  kind: RecordKind;
  createdAt: Millis;
  changedAt: Millis;
  /** When the user removed it; it can be brought back until it is purged. */
  removedAt: Millis | null;
  body: unknown;
}

/** What is read back from the device is checked like any input; the body by whoever knows its kind. */
export const recordSchema: v.GenericSchema<unknown, StoredRecord> = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  kind: v.picklist(RECORD_KINDS),
  createdAt: momentSchema,
  changedAt: momentSchema,
  removedAt: v.nullable(momentSchema),
  body: v.unknown(),
});

/** As far ahead as another device's clock may be. */
const CLOCK_AHEAD: Millis = DAY;

/**
 * Whether an entry of a backup takes the place of this device's: where it was changed later, though not at a time yet to come. One that was
 * removed here comes back: that is what a backup is for.
 */
export function takesPlaceOf(brought: StoredRecord, here: Pick<StoredRecord, "changedAt" | "removedAt">, now: Millis): boolean {
  if (here.removedAt !== null) return true;
  return brought.changedAt > here.changedAt && brought.changedAt <= now + CLOCK_AHEAD;
}
