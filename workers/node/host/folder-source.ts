import { stat } from "node:fs/promises";
import type { DatasetSource, ListedSeries } from "../../api";
import { nameOf, type Source } from "../../batch";
import { fail, type Millis, succeed } from "../../contract";
import { findSources } from "../data/find-sources";
import { leadsInside, servedFiles } from "../data/inside";
import { forgetParquet } from "../data/open-parquet";
import { readSource } from "../data/read-source";

/** How long a listing of the folder is considered current. */
const SEEN_FOR: Millis = 1000;
/** Reports of trading results are not series. */
const IS_REPORT = /\.html?$/i;

/** A file as of its last inspection. */
interface Seen {
  mark: string;
  sources: readonly Source[];
}

const keyOf = (name: string) => name.trim().toLowerCase();

/** The series of a folder by name: files are inspected when new or changed, and read on demand. */
export class FolderSource implements DatasetSource {
  private readonly files = new Map<string, Seen>();
  private series = new Map<string, Source>();
  private listed: readonly ListedSeries[] = [];
  private seen: Millis = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | null = null;

  constructor(private readonly folder: string) {}

  list: DatasetSource["list"] = async () => {
    await this.look();
    return succeed({ datasets: this.listed });
  };

  load: DatasetSource["load"] = async (key, context) => {
    const source = await this.find(key);
    return source ? readSource(source, context) : fail("bad-input", "api/noSymbol", { symbol: key });
  };

  /** The source of a name. */
  async find(name: string): Promise<Source | null> {
    await this.look();
    const source = this.series.get(keyOf(name));
    // A file may have become a link since it was listed.
    return source && (await leadsInside(this.folder, source.from)) !== false ? source : null;
  }

  /** After a known change of a file: the next question inspects the folder again. */
  forget(): void {
    this.seen = Number.NEGATIVE_INFINITY;
  }

  private look(): Promise<void> {
    if (performance.now() - this.seen < SEEN_FOR) return Promise.resolve();
    this.looking ??= this.lookAgain().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async lookAgain(): Promise<void> {
    const files = (await servedFiles(this.folder)).filter((file) => !IS_REPORT.test(file));
    let changed = false;
    for (const file of files) {
      const found = await stat(file).catch(() => null);
      const mark = found ? `${found.size} ${found.mtimeMs}` : "";
      if (this.files.get(file)?.mark === mark) continue;
      forgetParquet(file);
      this.files.set(file, { mark, sources: await sourcesOf(file) });
      changed = true;
    }
    const present = new Set(files);
    for (const file of this.files.keys()) changed = (!present.has(file) && this.files.delete(file)) || changed;
    if (changed) this.index(files);
    this.seen = performance.now();
  }

  /** Of several series with the same name, the first in file order is used. */
  private index(files: readonly string[]): void {
    this.series = new Map();
    for (const source of files.flatMap((file) => this.files.get(file)?.sources ?? [])) {
      const key = keyOf(nameOf(source));
      if (!this.series.has(key)) this.series.set(key, source);
    }
    this.listed = [...this.series].map(([hash, source]) => ({ hash, name: nameOf(source), columns: null }));
  }
}

/** An unreadable file contains no series; the others do. */
async function sourcesOf(file: string): Promise<readonly Source[]> {
  try {
    return await findSources([file], null, "");
  } catch (error) {
    console.error((error as Error).message);
    return [];
  }
}
