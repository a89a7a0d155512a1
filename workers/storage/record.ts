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
  /** When the user removed it; it can be restored until it is purged. */
  removedAt: Millis | null;
  body: unknown;
}

/** Data read from the device are validated like any input; the body is validated by the code that knows its kind. */
export const recordSchema: v.GenericSchema<unknown, StoredRecord> = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  kind: v.picklist(RECORD_KINDS),
  createdAt: momentSchema,
  changedAt: momentSchema,
  removedAt: v.nullable(momentSchema),
  body: v.unknown(),
});

/** How far ahead another device's clock may be. */
const CLOCK_AHEAD: Millis = DAY;

/**
 * Whether an entry of a backup replaces this device's: if it was changed later, though not in the future. A record that was removed here is
 * restored: that is what a backup is for.
 */
export function takesPlaceOf(brought: StoredRecord, here: Pick<StoredRecord, "changedAt" | "removedAt">, now: Millis): boolean {
  if (here.removedAt !== null) return true;
  return brought.changedAt > here.changedAt && brought.changedAt <= now + CLOCK_AHEAD;
}
