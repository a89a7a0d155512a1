import { isReturn } from "../analyzed-column";
import type { QualityReport, ReadingChoices, ReadingDoubt } from "../contract";
import { MAX_FORM, NO_CHOICES } from "../series";
import type { Plan, ReadOptions } from "./plan";
import { RefusedFile, TradeList } from "./refused-file";
import type { Remembered } from "./remembered";
import { sniff } from "./sniff";

const CHOICES = Object.keys(NO_CHOICES) as (keyof ReadingChoices)[];
/** What can be chosen of lines and bytes alone, which columns that a program has typed have none of. */
const OF_LINES = { skip: undefined, footer: undefined, header: undefined, encoding: undefined } satisfies ReadingChoices;

/** What of the options is said of the text itself, omitted where nothing is. */
export function choicesOf(options: ReadOptions): ReadingChoices {
  return Object.fromEntries(CHOICES.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
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

/** What is chosen for a text, before it is read under it. */
export interface Decided {
  /** How it is read where nothing is chosen. */
  found: Plan | null;
  /** By what it is known again, as it is found: whatever is chosen, the next one is found like it. */
  form: string | undefined;
  choices: ReadingChoices;
  /** They were made for an earlier text of its form. */
  earlier: boolean;
}

/** What is chosen for the text of a sample: what is chosen now, else what was for an earlier one of its form. */
export function decide(sample: string, options: ReadOptions, written: ReadOptions, remembered: Remembered): Decided {
  const found = sniff(sample, { ...options, ...NO_CHOICES, ...written });
  const form = found ? formOf(found) : undefined;
  const now = choicesOf(options);
  const earlier = Object.keys(now).length === 0;
  return {
    found,
    form,
    earlier,
    choices: !earlier ? now : form === undefined || options.panel ? {} : choicesOf({ ...remembered.of(form), splits: undefined }),
  };
}

/**
 * Plans the reading of a text on its beginning, under what is decided. What is chosen now holds; of what was chosen earlier the decimal sign and the
 * order of dates give way to what this text tells.
 * @param written what is known of a text that a reader has written
 */
export function planDecided(
  sample: string,
  { found, form, choices, earlier }: Decided,
  { symbol, panel, assumed }: ReadOptions,
  written: ReadOptions,
): PlannedReading | null {
  if (Object.keys(choices).length === 0) return found && { plan: found };
  const { decimal, dateOrder, ...firm } = choices;
  const held = earlier ? { ...firm, assumed: { decimal, dateOrder } } : { ...choices, assumed };
  const plan = sniff(sample, { symbol, panel, ...written, ...held });
  // Which value of a panel is read is said with the panel.
  return plan && (panel ? { plan } : { plan, chosen: { options: choices, form, earlier } });
}

/** Plans the reading of the beginning of typed columns. */
export function planReading(sample: string, options: ReadOptions, written: ReadOptions, remembered: Remembered): PlannedReading | null {
  const decided = decide(sample, { ...options, ...OF_LINES }, written, remembered);
  const choices = choicesOf({ ...decided.choices, ...OF_LINES });
  return planDecided(sample, { ...decided, choices }, options, written);
}

/**
 * Refuses a list of trades, unless a column was asked for, which is meant whatever the table is, and a table whose formulas have no results where
 * they are needed. @throws RefusedFile
 */
export function checkPlanned({ plan: { preset, refused }, chosen }: PlannedReading, { column }: ReadOptions): void {
  if (refused) throw new RefusedFile(refused);
  if (preset?.trades && chosen?.options.column === undefined && column === undefined) throw new TradeList(preset);
}

/** Headers that say which column is meant. */
const SAID = /price|value|close|amount/i;

/** Whether nothing identifies the analyzed column as prices or returns: neither its name nor its form nor a choice. */
function isColumnGuessed({ columns, primary, preset }: Plan, { column, uses, compound }: ReadingChoices): boolean {
  const numbers = columns.filter(({ event, role }) => !event && role !== "volume");
  const { name, role } = columns[primary];
  if (numbers.length < 2 || column !== undefined || uses || compound || preset?.primary) return false;
  return !isReturn(role) && role !== "close" && role !== "adjusted-close" && !SAID.test(name);
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
    decimal: (plan.split !== undefined || (!plan.decimalSettled && plan.eitherSign)) && !(choices.decimal ?? preset?.decimal),
    "value-column": !panel && isColumnGuessed(plan, choices),
    "day-numbers": (date?.kind === "days" || date?.kind === "excel") && !datesSettled && !choices.uses && choices.column === undefined,
    "time-digits": plan.clockAssumed === true && choices.column === undefined,
    "repeated-dates": repeated && choices.repeated === undefined,
    "text-cells": 2 * count("not-a-number") > rowsRead,
  };
  return (Object.keys(isOpen) as ReadingDoubt[]).filter((doubt) => isOpen[doubt]);
}
