import { clipped, withoutTurns } from "./format.ts";

/** A text on one line, truncated to `most` characters, without characters that change text direction. */
export const oneLine = (text: string, most: number): string => clipped(withoutTurns(text.replace(/[\s\p{Cc}]+/gu, " ").trim()), most - 1);
