import { bytesOf } from "../archive";
import type { Encoding, QualityReport } from "../contract";
import type { JobContext } from "../runtime/job";
import { checkPlanned, type PlannedReading } from "./chosen-reading";
import { canReadPlain, QuoteMet, readPlainTable } from "./plain-table";
import type { Plan, ReadOptions } from "./plan";
import { type KnownOfText, planText } from "./plan-text";
import { readPriceList } from "./price-list";
import { readQuotedTable } from "./quoted-table";
import type { RowStore } from "./rows";
import { type TextSource, withEncoding } from "./text-source";

const PREVIEW = 10_000;

interface ReadText extends PlannedReading {
  store: RowStore;
  encoding: Encoding;
  /** The first lines. */
  preview: string;
  reader: QualityReport["reader"];
}

/** Reads a text: plans from its beginning, and reads it again if a later row proves another date order, decimal sign or encoding. */
export async function readText(
  blob: Blob,
  options: ReadOptions,
  known: KnownOfText,
  context: JobContext,
  label: string,
): Promise<ReadText | "empty" | "no-numbers"> {
  if (blob.size === 0) {
    // A missing file also has size 0; only reading it shows the difference.
    await bytesOf(blob);
    return "empty";
  }
  const planned = await planText(blob, options, known);
  if (typeof planned === "string") return planned;
  const { plan, text, sample, chosen } = planned;
  checkPlanned(planned, options);
  const read = async (): Promise<RowStore> => {
    const store = await readRows(text, plan, context, label);
    return unsettled(plan, store) ? read() : store;
  };
  const store = await withEncoding(text, read);
  return {
    plan,
    ...(chosen && { chosen }),
    store,
    encoding: text.encoding,
    preview: firstLines(sample),
    reader: isPlain(plan) ? "fast" : "papaparse",
  };
}

const isPlain = (plan: Plan) => plan.shape === "list" || canReadPlain(plan);

async function readRows(text: TextSource, plan: Plan, context: JobContext, label: string): Promise<RowStore> {
  if (plan.shape === "list") return readPriceList(text, plan, context, label);
  if (!canReadPlain(plan)) return readQuotedTable(text, plan, context, label);
  try {
    return await readPlainTable(text, plan, context, label);
  } catch (error) {
    if (!(error instanceof QuoteMet)) throw error;
    plan.odd = true;
    return readQuotedTable(text, plan, context, label);
  }
}

/** Applies evidence from the rows to the plan; true if the text must be read again. */
function unsettled(plan: Plan, { otherOrder, hasOtherDecimal }: RowStore): boolean {
  if (plan.date && otherOrder) plan.date = { ...plan.date, kind: otherOrder, settled: true };
  if (hasOtherDecimal) {
    plan.decimal = plan.decimal === "point" ? "comma" : "point";
    plan.decimalSettled = true;
  }
  return hasOtherDecimal || otherOrder !== undefined;
}

/** About ten kilobytes of whole lines. */
function firstLines(sample: string): string {
  if (sample.length <= PREVIEW) return sample;
  const cut = sample.slice(0, PREVIEW);
  const end = cut.lastIndexOf("\n");
  if (end > 0) return cut.slice(0, end + 1);
  const separator = /[\s,;|][^\s,;|]*$/.exec(cut);
  return separator ? cut.slice(0, separator.index) : cut;
}
