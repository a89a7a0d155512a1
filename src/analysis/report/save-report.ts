import { compute } from "../../client/compute";
import { saveFile } from "../../lib/save-file.ts";
import { appVersion, kernelDigest } from "../../state/build-facts";
import type { ShownRun } from "../../state/result-files";
import { toast, toastFailure } from "../../ui/toast-queue.ts";
import { fileStem } from "../data/save-table.ts";
import { packedWords } from "../packed-words.ts";
import type { ReportDraft } from "./about.ts";

/**
 * Writes the file in a worker and downloads it; errors are shown in a toast. @param shown the reported run, by which the file can be
 * verified; null for none
 */
export async function saveReport(content: ReportDraft, fileName: string, shown: ShownRun | null): Promise<void> {
  const { evidenceOf, signedReport } = await import("../../state/result-files");
  const checkable = shown && (await evidenceOf(shown, content.blocks));
  const evidence = checkable?.evidence ?? null;
  const outcome = await compute.run("write-report", { ...content, evidence, appVersion, kernelDigest }, { cache: false });
  const signed = outcome.ok && evidence !== null ? await signedReport(outcome.value) : outcome;
  if (!signed.ok) {
    if (signed.failure.code !== "canceled") toastFailure(signed.failure);
    return;
  }
  saveFile(signed.value, `${fileStem(fileName)}-report.html`, "text/html");
  toast.success("Report saved", { detail: packedWords(checkable?.data ?? []) || undefined });
}
