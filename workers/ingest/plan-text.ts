import { because } from "../contract";
import { decide, type PlannedReading, planDecided } from "./chosen-reading";
import type { Written } from "./formats/content";
import type { ReadOptions } from "./plan";
import { plainLineEnds, withoutLines } from "./records";
import { RefusedFile } from "./refused-file";
import type { Remembered } from "./remembered";
import { chosenText, openText, sampleText, type TextSource } from "./text-source";

/** What is known of a text before it is read: of one a reader has written its signs, and what was chosen for others. */
export interface KnownOfText {
  written: Written;
  remembered: Remembered;
}

export interface PlannedText extends PlannedReading {
  text: TextSource;
  /** Its beginning, with "\n" as line ends. */
  sample: string;
  /** By what it is known again. */
  form: string | undefined;
}

/**
 * Opens a text and plans its reading on its beginning, under what is chosen for it now or was for an earlier one of its form.
 * @throws RefusedFile where what is chosen leaves nothing of it
 */
export async function planText(
  blob: Blob,
  options: ReadOptions,
  { written, remembered }: KnownOfText,
): Promise<PlannedText | "empty" | "no-numbers"> {
  // Of a text that a reader has written the encoding is known.
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
