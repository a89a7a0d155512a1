import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { digestValue, type ValueDigest } from "../value-digest";

/** A digest of a result in one line, to compare another run with it bit for bit. */
export async function digestValueJob({ value }: { value: unknown }, context: JobContext): Promise<Outcome<ValueDigest>> {
  return succeed(await digestValue(value, context));
}
