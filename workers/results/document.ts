import * as v from "valibot";
import { fail, type Outcome, succeed } from "../contract";
import { momentSchema } from "../runtime/schema";
import { isContentHash } from "../series";
import { type Entry, entrySchema, hasShortTexts, readExact, withShortTexts } from "../storage";

export const FORMAT = "prospect-result";
export const VERSION = 1;

/** File with the numbers of a dataset in a result file. */
export const dataFile = (hash: string): string => `data/${hash}.parquet`;

const figureSchema = v.object({
  label: v.string(),
  value: v.nullable(v.union([v.number(), v.string()])),
  unit: v.string(),
  /** Decimals on its screen, validated with its run; absent in older files. */
  decimals: v.optional(v.number()),
  /** Path in the result: "fit.aic"; null for a figure that the screen derives from others. */
  path: v.nullable(v.string()),
});
/** A headline figure of a result, with its path. */
export type PlacedFigure = v.InferOutput<typeof figureSchema>;

const text = v.string();
const blockSchema = v.variant("kind", [
  v.object({ kind: v.literal("heading"), level: v.picklist([2, 3]), text, note: text }),
  v.object({ kind: v.literal("text"), text }),
  v.object({ kind: v.literal("list"), items: v.array(text) }),
  v.object({ kind: v.literal("figures"), figures: v.array(v.object({ label: text, value: text, note: text })) }),
  v.object({ kind: v.literal("table"), label: text, head: v.array(text), rows: v.array(v.array(text)), note: text }),
  v.object({ kind: v.literal("chart"), title: text, sha256: text }),
]);
/** A block of a report as text; for a chart only the hash of its drawing. */
export type WrittenBlock = v.InferOutput<typeof blockSchema>;

const documentSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** Versions of the app and of its kernels that computed it. */
  app: text,
  kernels: text,
  savedAt: momentSchema,
  /** Whose definitions the figures follow, regardless of the device's display settings; absent in older files. */
  convention: v.optional(v.literal("Prospect"), "Prospect"),
  /** The run as stored in the list of runs, without its figures; validated when it is stored. */
  run: v.record(v.string(), v.unknown()),
  figures: v.array(figureSchema),
  /** The result as data: `plainOf` of the job's answer. */
  result: v.unknown(),
  /** Datasets without their numbers; `block` names the file that contains them. */
  datasets: v.pipe(
    v.array(
      v.pipe(
        entrySchema,
        v.check((entry) => isContentHash(entry.hash) && entry.block === dataFile(entry.hash)),
      ),
    ),
    v.check((datasets: Entry[]) => new Set(datasets.map(({ hash }) => hash)).size === datasets.length),
  ),
  /** Blocks shown by a report, in order; null in a result file. */
  page: v.nullable(v.array(blockSchema)),
});
export type ResultDocument = v.InferOutput<typeof documentSchema>;

const formatSchema = v.object({ format: v.literal(FORMAT), version: v.number() });

/** Parses a document. @throws SyntaxError if it is not JSON */
export function readDocument(json: string): Outcome<ResultDocument> {
  const content = readExact(json);
  const format = v.safeParse(formatSchema, content);
  if (!format.success) return fail("bad-input", "results/foreign");
  if (format.output.version > VERSION) return fail("bad-input", "results/newer");
  const parsed = v.safeParse(documentSchema, content);
  if (!parsed.success) return fail("bad-input", "results/damaged");
  const { run, figures, datasets } = parsed.output;
  // As in a backup: earlier versions allowed names too long to be displayed.
  const { value } = withShortTexts({ run, figures, datasets });
  return hasShortTexts(value) ? succeed({ ...parsed.output, ...value }) : fail("bad-input", "results/damaged");
}
