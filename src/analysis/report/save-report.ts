import type { ReportContent } from "../../../workers/report/types";
import { compute } from "../../client/compute";
import { saveFile } from "../../lib/save-file.ts";
import { appVersion, kernelDigest } from "../../state/build-facts";
import { toastFailure } from "../../ui/toast-queue.ts";
import { fileStem } from "../data/save-table.ts";

/** Has the file written in a worker and hands it to the browser; trouble is told in a toast. */
export async function saveReport(content: Omit<ReportContent, "appVersion" | "kernelDigest">, fileName: string): Promise<void> {
  const outcome = await compute.run("write-report", { ...content, appVersion, kernelDigest }, { cache: false });
  if (outcome.ok) saveFile(outcome.value, `${fileStem(fileName)}-report.html`, "text/html");
  else if (outcome.failure.code !== "canceled") toastFailure(outcome.failure);
}
