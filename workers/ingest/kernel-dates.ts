import { PLAIN_NUMBER } from "../numerics/plain-number";
import { columnCells, fraction } from "./column-kinds";
import type { DateKind } from "./date-format";
import type { Plan } from "./plan";
import type { TextRecord } from "./records";

const CLOCK = String.raw`\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?`;
const TIME = String.raw`(?:[T ]${CLOCK}(?:Z|[+-]\d\d(?::?\d\d)?)?)?$`;
const THREE = new RegExp(String.raw`^\d\d?([-/.])\d\d?\1\d{4}${TIME}`);
const PLAIN_CLOCK = new RegExp(`^${CLOCK}$`);

/** Date formats known to the table kernel: their code there, and how they are written. */
export const KERNEL_DATES: Partial<Record<DateKind, { kind: number; written: RegExp }>> = {
  ymd: { kind: 2, written: new RegExp(String.raw`^\d{4}([-/.])\d\d?\1\d\d?${TIME}`) },
  compact: { kind: 3, written: new RegExp(String.raw`^\d{8}${TIME}`) },
  dmy: { kind: 4, written: THREE },
  mdy: { kind: 5, written: THREE },
  s: { kind: 6, written: PLAIN_NUMBER },
  ms: { kind: 6, written: PLAIN_NUMBER },
  us: { kind: 6, written: PLAIN_NUMBER },
  ns: { kind: 6, written: PLAIN_NUMBER },
  days: { kind: 6, written: PLAIN_NUMBER },
  excel: { kind: 7, written: PLAIN_NUMBER },
};

/** Share of times the kernel may return as odd before another reader is used. */
const ODD_SHARE = 0.05;

/** Which reader handles the times of a table: the table kernel, the reader that learns how they are written, or the cell reader. */
export function readerOfMoments(rows: TextRecord[], { date, clock, delimiter }: Pick<Plan, "date" | "clock" | "delimiter">) {
  if (!date) return "kernel";
  const isWritten = (index: number, written: RegExp | undefined) =>
    written !== undefined && fraction(columnCells(rows, index), (cell) => !written.test(cell)) <= ODD_SHARE;
  const isPlain =
    !date.parts &&
    !date.localDays &&
    isWritten(date.index, KERNEL_DATES[date.kind]?.written) &&
    (clock === null || (clock > date.index && isWritten(clock, PLAIN_CLOCK)));
  return isPlain ? "kernel" : date.parts || delimiter === "space" ? "cells" : "learned";
}
