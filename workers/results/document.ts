import * as v from "valibot";
import { fail, type Outcome, succeed } from "../contract";
import { momentSchema } from "../runtime/schema";
import { isContentHash } from "../series";
import { type Entry, entrySchema, hasShortTexts, readExact, withShortTexts } from "../storage";

export const FORMAT = "prospect-result";
export const VERSION = 1;

/** Where the numbers of a dataset are in a result file. */
export const dataFile = (hash: string): string => `data/${hash}.parquet`;

const figureSchema = v.object({
  label: v.string(),
  value: v.nullable(v.union([v.number(), v.string()])),
  unit: v.string(),
  /** Where it is in the result: "fit.aic"; null for one that the screen makes of others. */
  path: v.nullable(v.string()),
});
/** A headline figure of a result, and where it is in it. */
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
/** A part of a report as it is on paper; of a chart only the hash of its drawing. */
export type WrittenBlock = v.InferOutput<typeof blockSchema>;

const documentSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** Versions of the app and of its kernels that computed it. */
  app: text,
  kernels: text,
  savedAt: momentSchema,
  /** Whose definitions its figures follow, whatever is chosen for the screens of a device; files of before have no word of it. */
  convention: v.optional(v.literal("Prospect"), "Prospect"),
  /** The run as the list of runs keeps it, without its figures; validated where runs are stored. */
  run: v.record(v.string(), v.unknown()),
  figures: v.array(figureSchema),
  /** The result as data: `plainOf` of the job's answer. */
  result: v.unknown(),
  /** Datasets without their numbers; `block` names the file that holds them. */
  datasets: v.pipe(
    v.array(
      v.pipe(
        entrySchema,
        v.check((entry) => isContentHash(entry.hash) && entry.block === dataFile(entry.hash)),
      ),
    ),
    v.check((datasets: Entry[]) => new Set(datasets.map(({ hash }) => hash)).size === datasets.length),
  ),
  /** What a report shows, in its order; null in a result file. */
  page: v.nullable(v.array(blockSchema)),
});
export type ResultDocument = v.InferOutput<typeof documentSchema>;

const formatSchema = v.object({ format: v.literal(FORMAT), version: v.number() });

/** A document out of its text. @throws SyntaxError where it is no JSON */
export function readDocument(json: string): Outcome<ResultDocument> {
  const content = readExact(json);
  const format = v.safeParse(formatSchema, content);
  if (!format.success) return fail("bad-input", "results/foreign");
  if (format.output.version > VERSION) return fail("bad-input", "results/newer");
  const parsed = v.safeParse(documentSchema, content);
  if (!parsed.success) return fail("bad-input", "results/damaged");
  const { run, figures, datasets } = parsed.output;
  // As in a backup: earlier versions let names become longer than can be shown.
  const { value } = withShortTexts({ run, figures, datasets });
  return hasShortTexts(value) ? succeed({ ...parsed.output, ...value }) : fail("bad-input", "results/damaged");
}
