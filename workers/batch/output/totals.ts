import { unmentioned, withoutTurns } from "../../format";
import type { Row } from "./flat-row";

export const isFailed = (row: Row) => row.failure !== undefined;

/** A row's contribution to the digest of all answers in the order of the data: equal digests mean the same bits. */
export const totalsLine = ({ series, data = "", answer = "", failure = "" }: Row): string => `${series}\t${data}\t${answer}\t${failure}\n`;

/** A text on one line: control characters, as in a file name, could start another line, or move the cursor of a terminal. */
export const onOneLine = (text: string): string =>
  withoutTurns(text).replace(/\p{Cc}/gu, (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`);

/** A readable reason why a row has no answer: file, reason, and where the problem is. */
export function failureWords({ source, failure, failureRow, failureColumn, failureValue }: Row): string {
  const place = {
    row: failureRow === null ? undefined : Number(failureRow),
    value: failureValue === null ? undefined : String(failureValue),
  };
  const { row, value } = unmentioned(place, String(failure));
  const where = [
    row === undefined ? null : `row ${row}`,
    failureColumn === null ? null : `column ${onOneLine(String(failureColumn))}`,
    value === undefined ? null : `value "${onOneLine(value.slice(0, 60))}"`,
  ].filter((part) => part !== null);
  return `${onOneLine(String(source))}: ${failure}${where.length > 0 ? ` (${where.join(", ")})` : ""}`;
}
