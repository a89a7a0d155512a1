import { because, type Count, DATA_ENDINGS, fail, type Outcome, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { openZip } from "./formats/zip";
import type { Plan, ReadOptions } from "./plan";
import { RefusedFile } from "./refused-file";
import { RowStore } from "./rows";

/** Maximum number of files of an archive read as one panel. */
const MAX_FILES: Count = 5000;
/** Maximum number of rows in total, as of any table. */
const MAX_ROWS: Count = 1e8;
const DATA_FILE = new RegExp(`\\.(${DATA_ENDINGS.join("|")})$`, "i");

/** What is in a file of the archive. */
interface ReadFile {
  plan: Plan;
  store: RowStore;
}

interface ArchivePanel extends ReadFile {
  /** Files without dated values of the column. */
  left: string[];
}

/** The symbol named by a file: its name without folders and extensions. */
function symbolOfFile(path: string): string {
  let name = path.slice(path.lastIndexOf("/") + 1);
  while (DATA_FILE.test(name)) name = name.replace(DATA_FILE, "");
  return name;
}

/**
 * The files of a zip archive as rows of many symbols, each named by its file: the dates and the analyzed column of each. A file that lacks
 * the requested column, or cannot be read, is skipped and reported.
 * @param read reads the first readable table of a file
 * @throws RefusedFile, UnreadableFile
 */
export async function readArchivePanel(
  blob: Blob,
  { column }: ReadOptions,
  context: JobContext,
  read: (file: Blob) => Promise<ReadFile | null>,
): Promise<Outcome<ArchivePanel>> {
  const content = await openZip(blob, context, "Opening the archive");
  if (content?.kind !== "parts") return fail("bad-input", "ingest/panelOfOne");
  const names = content.names.filter((name) => DATA_FILE.test(name));
  if (names.length > MAX_FILES) return fail("too-large", "ingest/panelFiles", { files: names.length, limit: MAX_FILES });
  const stems = names.map(symbolOfFile);
  const times = new Map<string, Count>();
  for (const stem of stems) times.set(stem, (times.get(stem) ?? 0) + 1);
  const left: string[] = [];
  let all: ArchivePanel | null = null;
  for (const [place, name] of names.entries()) {
    context.progress(place / names.length, `Reading ${name}`);
    const file = await readEntry(() => content.open(name), read);
    const value = file?.plan.columns[file.plan.primary];
    const isMeant = column === undefined || value?.name.toLowerCase() === column.toLowerCase();
    if (!file?.store.times || !value || !isMeant || file.store.length === 0) {
      left.push(name);
      continue;
    }
    all ??= { plan: panelPlanOf(file.plan), store: new RowStore(panelPlanOf(file.plan)), left };
    // Files with the same name in different folders are named by their paths.
    const symbol = times.get(stems[place]) === 1 ? stems[place] : name;
    if (all.store.length + file.store.length > MAX_ROWS)
      throw new RefusedFile(because("ingest/tableTooLong", { rows: MAX_ROWS + 1, limit: MAX_ROWS }));
    all.store.appendSymbol(symbol, file.store, file.plan.primary);
  }
  return all ? succeed(all) : fail("bad-input", "ingest/panelOfOne");
}

/** Reads one of the files; null if it cannot be read. @throws UnreadableFile */
async function readEntry(open: () => Promise<{ kind: string; blob?: Blob }>, read: (file: Blob) => Promise<ReadFile | null>) {
  try {
    const { blob } = await open();
    return blob ? await read(blob) : null;
  } catch (error) {
    if (error instanceof RefusedFile) return null;
    throw error;
  }
}

/** The common plan for the rows of all files, from that of one. */
const panelPlanOf = (plan: Plan): Plan => ({
  ...plan,
  panel: true,
  symbol: { index: 0 },
  columns: [plan.columns[plan.primary]],
  primary: 0,
});
