import * as v from "valibot";
import { fail, type Outcome, succeed } from "../../workers/contract";
import { withCurrentNames } from "../../workers/former-names";
import { SHARE_FORMAT } from "./offered-file";
import { asShared, type Shared, type SharedData, type SharedScreen } from "./share-code";

/** Settings of a screen are small: a larger file is something else. */
const MAX_BYTES = 1_000_000;

const fileSchema = v.object({ format: v.literal(SHARE_FORMAT) });

/** Settings of a screen as a document, with data if the link includes them, and a file name. */
export const shareFile = ({ screen, settings, data }: SharedScreen & { data?: SharedData[] }) => ({
  content: JSON.stringify({ format: SHARE_FORMAT, version: 1, screen: screen.slice(1), settings, data }, null, 2),
  stem: `${screen.slice(1)}-settings`,
});

/** The content of a file of shared settings, still to be validated by its screen. */
export async function readShareFile(file: Blob): Promise<Outcome<Shared>> {
  const refused = fail("bad-input", "storage/shareFile");
  if (file.size > MAX_BYTES) return refused;
  try {
    const content = JSON.parse(withCurrentNames(await file.text()));
    const shared = v.safeParse(fileSchema, content).success ? asShared(content) : null;
    if (shared === "newer") return fail("bad-input", "results/newer");
    return shared ? succeed(shared) : refused;
  } catch {
    return refused;
  }
}
