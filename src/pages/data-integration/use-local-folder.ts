import { useCallback, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { keptChoices } from "../../analysis/data/reading-choices";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { compute } from "../../client/compute";
import {
  chooseLocalFolder,
  type FolderFile,
  type FolderListing,
  folderChanges,
  listFolder,
  removeLocalFolder,
} from "../../state/local-folder";
import { useScreenInputs } from "../../state/screen-inputs";
import { useLatest } from "../../ui/use-latest.ts";

/** A file when it was last read: modification time, size, and hash of its series. */
const recordSchema = v.object({ path: v.string(), modified: v.number(), size: v.number(), hash: v.string() });
type ReadRecord = v.InferOutput<typeof recordSchema>;
const keptSchema = v.object({ read: v.array(recordSchema) });
const NOTHING_READ: { read: ReadRecord[] } = { read: [] };
/** Maximum number of files remembered. */
const MAX_RECORDS = 500;

/** State of a file: never read here, unchanged since it was read, or changed. */
export type FileState = "unread" | "read" | "changed";

const recordOf = ({ path, file: { lastModified, size } }: FolderFile, hash: string): ReadRecord => ({
  path,
  modified: lastModified,
  size,
  hash,
});

/** The local folder beside a field: its current files, and which of them have changed since they were read. */
export function useLocalFolder(source: SeriesSource) {
  const { inputs, current, change } = useScreenInputs("data-integration/folder", keptSchema, NOTHING_READ);
  const [look, setLook] = useState<FolderListing | null>(null);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  /** Modification times at which files were found to contain other numbers. */
  const judged = useRef(new Map<string, number>());
  const keep = useCallback(
    (record: ReadRecord) => {
      const others = current().read.filter(({ path }) => path !== record.path);
      change({ read: [record, ...others].slice(0, MAX_RECORDS) });
      setChanged((before) => new Set([...before].filter((path) => path !== record.path)));
    },
    [current, change],
  );

  const show = useCallback(
    async (next: FolderListing | null) => {
      if (!next) return;
      setLook(next);
      if (next.access === "granted") setChanged(await changedFiles(next.files, current().read, judged.current, keep));
    },
    [current, keep],
  );

  // Files change while the user is in another program: checked again when the page becomes visible.
  useEffect(() => {
    const again = () => void listFolder(false).then(show);
    again();
    window.addEventListener("focus", again);
    const stop = folderChanges.subscribe(again);
    return () => {
      window.removeEventListener("focus", again);
      stop();
    };
  }, [show]);

  const taken = useTaken(source, keep);
  const stateOf = ({ path }: FolderFile): FileState => {
    if (changed.has(path)) return "changed";
    return inputs.read.some((record) => record.path === path) ? "read" : "unread";
  };
  return {
    look,
    stateOf,
    choose: () => void chooseLocalFolder().then(show),
    /** On a user gesture, so the browser may prompt. */
    lookAgain: () => void listFolder(true).then(show),
    forget: () => void removeLocalFolder(),
    read: taken,
  };
}

/** Of the files read before, those whose numbers have changed; one that was only rewritten is recorded as unchanged. */
async function changedFiles(
  files: readonly FolderFile[],
  records: readonly ReadRecord[],
  judged: Map<string, number>,
  keep: (record: ReadRecord) => void,
): Promise<ReadonlySet<string>> {
  const known = new Map(records.map((record) => [record.path, record]));
  const found = new Set<string>();
  for (const one of files) {
    const { path, file } = one;
    const record = known.get(path);
    if (!record || (record.modified === file.lastModified && record.size === file.size)) continue;
    if (judged.get(path) !== file.lastModified) {
      const read = await compute.run(
        "read-series",
        { source: file, name: file.name, origin: "file", remembered: keptChoices() },
        { unlisted: true, priority: "batch" },
      );
      if (read.ok && read.value.hash === record.hash) {
        keep(recordOf(one, record.hash));
        continue;
      }
      judged.set(path, file.lastModified);
    }
    found.add(path);
  }
  return found;
}

/** A file being read into the field. */
interface Taking {
  one: FolderFile;
  before: SeriesSource["series"];
  /** If it is a newer version of a known series: the hash of its content, and of the earlier version. */
  newer: { hash: string; known: string } | null;
}

/** Reads a file into the field; its state is recorded once the field contains it, whatever the user chooses about a newer version. */
function useTaken({ takeFile, series, newer, given }: SeriesSource, keep: (record: ReadRecord) => void) {
  const waiting = useRef<Taking | null>(null);
  const latest = useLatest({ series, keep });
  useEffect(() => {
    const taking = waiting.current;
    if (!taking) return;
    if (newer) taking.newer = { hash: newer.series.hash, known: newer.known.hash };
    else if (series && series !== taking.before) {
      const added = taking.newer !== null && series.previous === taking.newer.known;
      // After the file was ignored or refused, the field may contain another series.
      if (!added && given?.source !== taking.one.file) return;
      waiting.current = null;
      latest.current.keep(recordOf(taking.one, taking.newer?.hash ?? series.hash));
    }
  }, [series, newer, given, latest]);
  return (one: FolderFile) => {
    waiting.current = { one, before: latest.current.series, newer: null };
    takeFile(one.file);
  };
}
