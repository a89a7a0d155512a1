import * as v from "valibot";
import { fail, type Outcome, succeed } from "../../workers/contract";
import { inPresentNames } from "../../workers/former-names";
import { SHARE_FORMAT } from "./offered-file";
import { type Shared, type SharedScreen, sharedSchema } from "./share-code";

/** Settings of a screen are small: whatever is larger is something else. */
const MAX_BYTES = 1_000_000;

const fileSchema = v.object({ format: v.literal(SHARE_FORMAT), ...sharedSchema.entries });

/** Settings of a screen as a document, and what to call its file. */
export const shareFile = ({ screen, settings }: SharedScreen) => ({
  content: JSON.stringify({ format: SHARE_FORMAT, version: 1, screen: screen.slice(1), settings }, null, 2),
  stem: `${screen.slice(1)}-settings`,
});

/** What a file of shared settings brings, yet to be checked by its screen. */
export async function readShareFile(file: Blob): Promise<Outcome<Shared>> {
  const refused = fail("bad-input", "storage/shareFile");
  if (file.size > MAX_BYTES) return refused;
  try {
    const parsed = v.safeParse(fileSchema, JSON.parse(inPresentNames(await file.text())));
    return parsed.success ? succeed(parsed.output) : refused;
  } catch {
    return refused;
  }
}
