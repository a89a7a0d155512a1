import { because, type FileFormat, type OpenedFile } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { ShortNames } from "../../series";
import { RefusedFile } from "../refused-file";
import type { Remembered } from "../remembered";
import type { Content, FormatReader, Found, ReadFormat } from "./content";
import { formatOf } from "./recognize";

/** Maximum nesting of archives: a table packed twice is a habit, three times an attack. */
const MAX_LAYERS = 2;
const ARCHIVES: ReadonlySet<FileFormat> = new Set(["gzip", "zip"]);
/** Parts of a file that are tried if none was chosen. */
const MAX_TRIED = 20;
/** Formats without a reader. */
const TEXTS: ReadonlySet<FileFormat> = new Set(["text"]);
/** Maximum number of names listed to choose from. */
const MAX_LISTED = 100;

/** A line per format; each is fetched when the first file of its kind comes. */
// biome-ignore format: one line per format
const READERS: Record<ReadFormat, () => Promise<FormatReader>> = {
  arrow: () => import("./arrow").then(({ openArrow }) => openArrow),
  gzip: () => import("./gzip").then(({ openGzip }) => openGzip),
  html: () => import("./html").then(({ openHtml }) => openHtml),
  json: () => import("./json").then(({ openJson }) => openJson),
  parquet: () => import("./parquet").then(({ openParquet }) => openParquet),
  xlsx: () => import("./xlsx").then(({ openXlsx }) => openXlsx),
  zip: () => import("./zip").then(({ openZip }) => openZip),
};

/**
 * The readable contents of a file, most likely first: of a plain text itself, of an archive its entries.
 * @param path names of the chosen parts, outermost first; parts it does not determine are tried in order
 * @param remembered the part chosen before among the same names, which is tried first
 * @param asTexts formats returned as written
 * @throws UnreadableFile, RefusedFile
 */
export async function* openFile(
  blob: Blob,
  path: readonly string[],
  remembered: Remembered,
  context: JobContext,
  label: string,
  asTexts = TEXTS,
): AsyncGenerator<Found> {
  yield* unfold({ kind: "file", blob }, { formats: [], choices: [] }, path);

  async function* unfold(content: Content, opened: OpenedFile, left: readonly string[]): AsyncGenerator<Found> {
    if (content.kind === "file") yield* layer(content, opened, left);
    else if (content.kind === "parts") yield* parts(content, opened, left);
    else yield { ...content, opened };
  }

  async function* layer(
    { blob: packed, format: known }: Content & { kind: "file" },
    opened: OpenedFile,
    left: readonly string[],
  ): AsyncGenerator<Found> {
    const format = known ?? (await formatOf(packed));
    if (opened.formats.length >= MAX_LAYERS && ARCHIVES.has(format)) throw new RefusedFile(because("ingest/nestedArchives"));
    const content = asTexts.has(format) ? null : await (await READERS[format as ReadFormat]())(packed, context, label);
    if (content) yield* unfold(content, { ...opened, formats: [...opened.formats, format] }, left);
    else yield { kind: "text", blob: packed, opened: { ...opened, formats: [...opened.formats, "text"] } };
  }

  async function* parts(content: Content & { kind: "parts" }, opened: OpenedFile, [wanted, ...rest]: readonly string[]) {
    const short = new ShortNames();
    const given = new Map(content.names.map((name) => [short.of(name), name]));
    const names = [...given.keys()];
    const listed = names.slice(0, MAX_LISTED);
    const [before] = remembered.of(listed).path ?? [];
    const likely = before !== undefined && names.includes(before) ? [before, ...names.filter((name) => name !== before)] : names;
    const tried = wanted !== undefined && names.includes(wanted) ? [wanted] : likely.slice(0, MAX_TRIED);
    for (const chosen of tried) {
      const next = { ...opened, choices: [...opened.choices, { names: listed, chosen }] };
      try {
        yield* unfold(await content.open(given.get(chosen) ?? chosen), next, rest);
      } catch (error) {
        if (!(error instanceof RefusedFile)) throw error;
        yield { kind: "refused" as const, failure: error.failure, opened: next };
      }
    }
  }
}
