import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { digestValue, type ValueDigest } from "../value-digest";

/** Says of a result in one line what it is, so that another run can be compared with it to the bit. */
export async function digestValueJob({ value }: { value: unknown }, context: JobContext): Promise<Outcome<ValueDigest>> {
  return succeed(await digestValue(value, context));
}
