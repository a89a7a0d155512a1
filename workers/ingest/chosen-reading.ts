import { isReturn } from "../analyzed-column";
import type { QualityReport, ReadingChoices, ReadingDoubt } from "../contract";
import { MAX_FORM, NO_CHOICES } from "../series";
import type { Plan, ReadOptions } from "./plan";
import { RefusedFile, TradeList } from "./refused-file";
import type { Remembered } from "./remembered";
import { sniff } from "./sniff";

const CHOICES = Object.keys(NO_CHOICES) as (keyof ReadingChoices)[];
/** Choices that concern lines and bytes, which typed columns do not have. */
const OF_LINES = { skip: undefined, footer: undefined, header: undefined, encoding: undefined } satisfies ReadingChoices;

/** Choices of the user about this text; undefined if there are none. */
export function choicesOf(options: ReadOptions): ReadingChoices {
  return Object.fromEntries(CHOICES.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
}

/** Key by which a text is recognized: separator and header; undefined without a header. */
export function formOf({ header, delimiter, cells }: Plan): string | undefined {
  const form = JSON.stringify([delimiter, ...cells.map(({ name }) => name.trim())]);
  return header && form.length <= MAX_FORM ? form : undefined;
}

export interface PlannedReading {
  plan: Plan;
  /** What was chosen for the text, now or earlier. */
  chosen?: NonNullable<QualityReport["chosen"]>;
}

/** The choices in effect for a text, before it is read. */
export interface Decided {
  /** The plan without any choices. */
  found: Plan | null;
  /** Its form without any choices: whatever is chosen, the next such text is recognized by it. */
  form: string | undefined;
  choices: ReadingChoices;
  /** The choices were made for an earlier text of the same form. */
  earlier: boolean;
}

/** The choices for the text of a sample: those made now, otherwise those made for an earlier text of its form. */
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
 * Plans the reading of a text from its beginning, with the decided choices. Current choices are binding; of earlier ones, the decimal sign
 * and the date order yield to evidence in this text.
 * @param written known properties of a text that a reader has written
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
  // Which value of a panel is read is reported with the panel.
  return plan && (panel ? { plan } : { plan, chosen: { options: choices, form, earlier } });
}

/** Plans the reading of typed columns from their beginning. */
export function planReading(sample: string, options: ReadOptions, written: ReadOptions, remembered: Remembered): PlannedReading | null {
  const decided = decide(sample, { ...options, ...OF_LINES }, written, remembered);
  const choices = choicesOf({ ...decided.choices, ...OF_LINES });
  return planDecided(sample, { ...decided, choices }, options, written);
}

/**
 * Refuses a list of trades, unless a column was requested explicitly, and a table whose formulas have no results where they are needed.
 * @throws RefusedFile
 */
export function checkPlanned({ plan: { preset, refused }, chosen }: PlannedReading, { column }: ReadOptions): void {
  if (refused) throw new RefusedFile(refused);
  if (preset?.trades && chosen?.options.column === undefined && column === undefined) throw new TradeList(preset);
}

/** Headers that identify the column. */
const SAID = /price|value|close|amount/i;

/** Whether nothing identifies the analyzed column as prices or returns: neither its name nor the form of the file nor a choice. */
function isColumnGuessed({ columns, primary, preset }: Plan, { column, uses, compound }: ReadingChoices): boolean {
  const numbers = columns.filter(({ event, role }) => !event && role !== "volume");
  const { name, role } = columns[primary];
  if (numbers.length < 2 || column !== undefined || uses || compound || preset?.primary) return false;
  return !isReturn(role) && role !== "close" && role !== "adjusted-close" && !SAID.test(name);
}

/** What was found while reading the rows. */
type ReadRowsFacts = Pick<QualityReport, "rowsRead" | "dropped"> & { datesSettled: boolean; panel: boolean; repeated: boolean };

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
