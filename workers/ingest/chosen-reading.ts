import { NO_CHOICES, type QualityReport, type ReadingChoices, type ReadingDoubt } from "../contract";
import type { Plan, ReadOptions } from "./plan";
import { TradeList } from "./refused-file";
import type { Remembered } from "./remembered";
import { sniff } from "./sniff";

/** A header longer than this is not remembered as a form. */
const MAX_FORM = 4000;

/** What of the options is said of the text itself, omitted where nothing is. */
export function choicesOf({ delimiter, decimal, dateOrder, column, uses, repeated, adjust }: ReadOptions): ReadingChoices {
  const all = { delimiter, decimal, dateOrder, column, uses, repeated, adjust };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** By what a text is known again: separator and header; none where it has no header. */
export function formOf({ header, delimiter, cells }: Plan): string | undefined {
  const form = JSON.stringify([delimiter, ...cells.map(({ name }) => name.trim())]);
  return header && form.length <= MAX_FORM ? form : undefined;
}

export interface PlannedReading {
  plan: Plan;
  /** What was chosen for the text, now or earlier. */
  chosen?: NonNullable<QualityReport["chosen"]>;
}

/**
 * Plans the reading of a text on its beginning. What is chosen now holds; else what was chosen for an earlier text of its form, of which the decimal
 * sign and the order of dates give way to what this text tells.
 * @param written what is known of a text that a reader has written
 */
export function planReading(sample: string, options: ReadOptions, written: ReadOptions, remembered: Remembered): PlannedReading | null {
  const found = sniff(sample, { ...options, ...NO_CHOICES, ...written });
  const form = found ? formOf(found) : undefined;
  const now = choicesOf(options);
  const rest = { symbol: options.symbol, panel: options.panel, assumed: options.assumed };
  if (Object.keys(now).length > 0) {
    const plan = sniff(sample, { ...rest, ...written, ...now });
    // Which value of a panel is read is said with the panel.
    return plan && (options.panel ? { plan } : { plan, chosen: { options: now, form, earlier: false } });
  }
  const kept = form === undefined || options.panel ? {} : choicesOf(remembered.of(form));
  if (!found || Object.keys(kept).length === 0) return found && { plan: found };
  const { decimal, dateOrder, ...firm } = kept;
  const plan = sniff(sample, { ...rest, ...written, ...firm, assumed: { decimal, dateOrder } });
  return plan && { plan, chosen: { options: kept, form, earlier: true } };
}

/** Refuses a list of trades, unless a column was asked for, which is meant whatever the table is. @throws TradeList */
export function refuseTrades({ plan: { preset }, chosen }: PlannedReading, { column }: ReadOptions): void {
  if (preset?.trades && chosen?.options.column === undefined && column === undefined) throw new TradeList(preset);
}

/** Headers that say which column is meant. */
const SAID = /price|value|close|amount/i;

/** Whether nothing identifies the analyzed column as prices: neither its name nor its form nor a choice. */
function isColumnGuessed({ columns, primary, preset }: Plan, { column, uses }: ReadingChoices): boolean {
  const numbers = columns.filter(({ event, role }) => !event && role !== "volume");
  const { name, role } = columns[primary];
  if (numbers.length < 2 || column !== undefined || uses || preset?.primary) return false;
  return role !== "close" && role !== "adjusted-close" && !SAID.test(name);
}

/** What was found while the rows were read. */
export type ReadRowsFacts = Pick<QualityReport, "rowsRead" | "dropped"> & { datesSettled: boolean; panel: boolean; repeated: boolean };

/** Unresolved ambiguities of a text. */
export function doubtsOf(
  plan: Plan,
  choices: ReadingChoices,
  { rowsRead, dropped, datesSettled, panel, repeated }: ReadRowsFacts,
): ReadingDoubt[] {
  const count = (reason: string) => dropped.find((one) => one.reason === reason)?.count ?? 0;
  const { date, preset } = plan;
  const isOpen: Record<ReadingDoubt, boolean> = {
    "date-order": (date?.kind === "dmy" || date?.kind === "mdy") && !datesSettled && !(choices.dateOrder ?? preset?.dateOrder),
    decimal: !plan.decimalSettled && plan.eitherSign && !(choices.decimal ?? preset?.decimal),
    "value-column": !panel && isColumnGuessed(plan, choices),
    "day-numbers": (date?.kind === "days" || date?.kind === "excel") && !datesSettled && !choices.uses && choices.column === undefined,
    "repeated-dates": repeated && choices.repeated === undefined,
    "text-cells": 2 * count("not-a-number") > rowsRead,
  };
  return (Object.keys(isOpen) as ReadingDoubt[]).filter((doubt) => isOpen[doubt]);
}
