import type { Millis } from "../contract";
import { dayNumber, fullYear, monthNumber } from "./calendar";
import { at, TIME } from "./time-of-day";

/** SAS and Stata write the parts without separators: 02JAN2024, 02jan2024:09:30:00. */
const TOGETHER = /^(\d{1,2})([a-z]{3})(\d{4}|\d{2})(?::(?=\d{2}:)|$)/i;
/** Zone name appended by JavaScript: (Eastern Standard Time). */
const REMARK = / \([^()]*\)$/;
/** 2 Jan 2024, 02. Jan. 2024, 1er janvier 2024, 2 de enero de 2024. */
const DAY_MONTH = new RegExp(String.raw`^(\d{1,2})(?:er)?[-/. ]+(?:de )?(\p{L}{3,10})\.?(?:[-/., ]+| de )(\d{4}|\d{2})${TIME}`, "iu");
const MONTH_DAY = new RegExp(String.raw`^(\p{L}{3,10})\.?[- ]+(\d{1,2}),? +(\d{4})${TIME}`, "iu");
/** Year after the time, as in C and Unix: Jan 2 09:30:00 2024. */
const YEAR_LAST = /^([a-z]{3}) +(\d{1,2}) (\d{2}:\d{2}:\d{2})(?: (UTC|GMT|[ECMP][SD]T))? (\d{4})$/i;
/** A weekday in any language, or a month, at the beginning. */
const FIRST_WORD = /^\p{L}{2,10}\.?,? +/u;

function parsed(text: string): Millis {
  const dayFirst = DAY_MONTH.exec(text);
  if (dayFirst) return at(dayNumber(fullYear(dayFirst[3]), monthNumber(dayFirst[2]), +dayFirst[1]), dayFirst.slice(4));
  const monthFirst = MONTH_DAY.exec(text.replace(YEAR_LAST, "$1 $2, $5 $3 $4").trimEnd());
  return monthFirst ? at(dayNumber(+monthFirst[3], monthNumber(monthFirst[1]), +monthFirst[2]), monthFirst.slice(4)) : Number.NaN;
}

/** Milliseconds since 1970 UTC of a date whose month is a word known to `monthNumber`, or NaN. */
export function parseNamed(text: string): Millis {
  const bare = text.endsWith(")") ? text.replace(REMARK, "") : text;
  const plain = bare.replace(TOGETHER, "$1-$2-$3 ").trimEnd();
  const time = parsed(plain);
  return Number.isNaN(time) ? parsed(plain.normalize("NFC").replace(FIRST_WORD, "")) : time;
}
