import { clipped, withoutTurns } from "./format.ts";

/** A text on one line, no longer than so many letters, without signs that turn its direction: a name as a person would type it. */
export const oneLine = (text: string, most: number): string => clipped(withoutTurns(text.replace(/[\s\p{Cc}]+/gu, " ").trim()), most - 1);
