import type { ScriptInput } from "../../workers/report/scripts/script";
import { compute } from "../client/compute";
import { saveFile } from "../lib/save-file.ts";
import { appVersion, kernelDigest } from "../state/build-facts";
import { toastFailure } from "../ui/toast-queue.ts";
import type { ScriptQuestion } from "./compared-figures";
import type { ExportFile } from "./export-menu.tsx";

type Question = ScriptQuestion | null;

async function saveScript(asked: Question | Promise<Question>, language: ScriptInput["language"], stem: string): Promise<void> {
  const question = await asked;
  if (!question) return;
  const versions = `Prospect ${appVersion}, kernels ${kernelDigest.slice(0, 8)}`;
  const outcome = await compute.run(
    question.kind === "news" ? "write-news-script" : "write-script",
    { ...question, language, versions },
    { cache: false },
  );
  if (outcome.ok) {
    const { file, ending } = outcome.value;
    // Zipped with their data, scripts of both languages would have the same name.
    saveFile(file, ending === "zip" ? `${stem}-${language}.zip` : `${stem}.${ending}`);
  } else if (outcome.failure.code !== "canceled") toastFailure(outcome.failure);
}

/**
 * Menu entries for a result as code. `question` is null if it cannot be expressed in other programs, or a function if building it takes
 * time; that may return null after reporting a failure.
 */
export const scriptFiles = (stem: string, question: Question | (() => Question | Promise<Question>)): ExportFile[] =>
  (["python", "r"] as const).map((language) => ({
    id: language,
    label: language === "python" ? "Python script" : "R script",
    note: question ? "the same figures in other packages, with the data" : "not available for this kind of model",
    save: () => question && void saveScript(typeof question === "function" ? question() : question, language, stem),
    disabled: question === null,
    divided: language === "python",
  }));
