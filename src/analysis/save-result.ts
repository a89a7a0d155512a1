import { bytes } from "../lib/format.ts";
import { saveFile } from "../lib/save-file.ts";
import { type ShownRun, writeResult } from "../state/result-files";
import { toast, toastFailure } from "../ui/toast-queue.ts";
import { packedWords } from "./packed-words.ts";

/** Saves a result with its data as one file; errors are shown in a toast. */
export async function saveResult(shown: ShownRun, stem: string): Promise<void> {
  toast.info("Writing the result…");
  const written = await writeResult(shown);
  if (!written.ok) {
    if (written.failure.code !== "canceled") toastFailure(written.failure);
    return;
  }
  const { file, signed, data } = written.value;
  saveFile(file, `${stem}-result.zip`);
  const how = signed ? "signed with the key of this device" : "not signed";
  const held = packedWords(data);
  toast.success("Result saved", { detail: `${bytes(file.size)}, ${how}. ${held}${held && " "}Drop it on any page to open it.` });
}
