import { DamagedArchive, RepeatedEntry, readDirectory, readEntry, type ZipEntry } from "../../archive";
import { because } from "../../contract";
import { ShortNames, shortName } from "../../series";
import { RefusedFile } from "../refused-file";
import type { Content, FormatReader } from "./content";
import { checkSize, collect } from "./inflate";

/** Entry that identifies an archive as an Excel workbook. */
const WORKBOOK = "xl/workbook.xml";
const STORED = 0;
const DEFLATED = 8;
/** Names of the most likely entries, best first; any other entry follows. */
const LIKELY = [/\.(csv|tsv|parquet|arrow|feather|xlsx|gz)$/i, /\.(json|html?|txt)$/i];
/** Files that systems and people add beside the data. */
const BESIDE = /(^|\/)(__MACOSX\/|\.|readme|licen[cs]e|changelog|thumbs\.db)/i;

const rank = (name: string): number => {
  const place = LIKELY.findIndex((pattern) => pattern.test(name));
  return (BESIDE.test(name) ? LIKELY.length + 1 : 0) + (place < 0 ? LIKELY.length : place);
};

const damaged = () => new RefusedFile(because("ingest/packedDamaged", { format: "zip archive" }));

/** Refusal reasons for archive errors without a message of their own. */
async function withWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RepeatedEntry) throw new RefusedFile(because("ingest/zipTwice", { name: shortName(error.entry) }));
    throw error instanceof DamagedArchive ? damaged() : error;
  }
}

/** The non-empty entries of a zip archive, those that look like data first. */
export const openZip: FormatReader = async (blob, context, label) => {
  const directory = await withWords(() => readDirectory(blob));
  if (directory.has(WORKBOOK)) return { kind: "file", blob, format: "xlsx" };
  const entries = [...directory.values()].filter(({ name, size }) => size > 0 && !name.endsWith("/"));
  if (entries.length === 0) throw new RefusedFile(because("ingest/zipEmpty"));
  const short = new ShortNames();
  const named = new Map(entries.sort((a, b) => rank(a.name) - rank(b.name)).map((entry) => [short.of(entry.name), entry]));
  const unpack = async (name: string, entry: ZipEntry): Promise<Content> => {
    const { encrypted, method, size, packed } = entry;
    if (encrypted) throw new RefusedFile(because("ingest/zipEncrypted", { name }));
    if (method !== STORED && method !== DEFLATED) throw new RefusedFile(because("ingest/zipMethod", { name }));
    checkSize(size, packed);
    return { kind: "file", blob: await withWords(() => collect(readEntry(blob, entry), packed, size, context, label)) };
  };
  return { kind: "parts", names: [...named.keys()], open: (name) => unpack(name, named.get(name)!) };
};
