import { because } from "../contract";
import { decide, type PlannedReading, planDecided } from "./chosen-reading";
import type { Written } from "./formats/content";
import type { ReadOptions } from "./plan";
import { plainLineEnds, withoutLines } from "./records";
import { RefusedFile } from "./refused-file";
import type { Remembered } from "./remembered";
import { chosenText, openText, sampleText, type TextSource } from "./text-source";

/** What is known of a text before it is read: the delimiter and decimal sign of a generated one, and choices made for others. */
export interface KnownOfText {
  written: Written;
  remembered: Remembered;
}

interface PlannedText extends PlannedReading {
  text: TextSource;
  /** Its beginning, with line ends as "\n". */
  sample: string;
  /** Key by which it is recognized. */
  form: string | undefined;
}

/**
 * Opens a text and plans its reading from its beginning, with the choices made for it now or for an earlier one of its form.
 * @throws RefusedFile if the choices leave nothing of it
 */
export async function planText(
  blob: Blob,
  options: ReadOptions,
  { written, remembered }: KnownOfText,
): Promise<PlannedText | "empty" | "no-numbers"> {
  // The encoding of a generated text is known.
  const isOwn = written.delimiter === undefined;
  const wanted = isOwn ? options : { ...options, encoding: undefined };
  const found = await openText(blob, wanted.encoding);
  const begun = plainLineEnds(sampleText(found));
  if (begun.trim() === "") return "empty";
  const decided = decide(begun, wanted, written, remembered);
  const { footer = 0, skip = 0, encoding } = decided.choices;
  const isChanged = footer > 0 || (isOwn && encoding !== undefined);
  const text = isChanged ? await chosenText(found, { footer, encoding: isOwn ? encoding : undefined }) : found;
  const sample = isChanged ? plainLineEnds(sampleText(text)) : begun;
  if (skip + footer > 0 && withoutLines(sample, skip).trim() === "")
    throw new RefusedFile(because("ingest/nothingLeft", { lines: skip + footer }));
  const planned = planDecided(sample, decided, options, written);
  return planned ? { ...planned, text, sample, form: decided.form } : "no-numbers";
}
