import type { Option } from "../../batch/options-schema";
import { DAY } from "../../contract";
import { parseMoment } from "../../ingest";

/** A number as written by people: "5%" is 0.05; NaN if it is not a number. */
function numberOf(text: string): number {
  const percent = /^(.*)%$/.exec(text.trim());
  const value = Number(percent ? percent[1] : text);
  return text.trim() === "" ? Number.NaN : percent ? value / 100 : value;
}

/** A date or time; an end date without a time includes the whole day, as on the screens. */
function momentOf(text: string, isEnd: boolean): number {
  const moment = parseMoment(text);
  return isEnd && moment % DAY === 0 && !text.includes(":") ? moment + DAY - 1 : moment;
}

/** Parses a written value for its setting; the schema validates it afterwards. */
export function readValue({ kind, nullable, path }: Option, text: string): unknown {
  if (nullable && text === "none") return null;
  if (kind === "number") return numberOf(text);
  if (kind === "numbers") return text.split(",").map(numberOf);
  if (kind === "date") return momentOf(text, path.at(-1) === "endDate");
  if (kind === "flag") return text === "true";
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
