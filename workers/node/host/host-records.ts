import { readFileSync } from "node:fs";
import type { RecordShelf } from "../../api";
import { fail, type Outcome, succeed } from "../../contract";
import type { StoredRecord } from "../../storage";
import { UsageError } from "../command/usage-error";
import type { EntryFile } from "./entry-file";

/** The strategies and the portfolio of a host. */
export function hostRecords(file: EntryFile, portfolio: string | null): RecordShelf {
  const kept = () => file.all() as StoredRecord[];
  const saved = async (record: StoredRecord): Promise<Outcome<StoredRecord>> => {
    try {
      await file.put(record);
      return succeed(record);
    } catch (error) {
      console.error(error);
      return fail("storage", (error as NodeJS.ErrnoException).code === "ENOSPC" ? "storage/full" : "storage/refused");
    }
  };
  return {
    async list(kind) {
      if (kind === "client" && portfolio !== null) return succeed({ records: [clientOf(portfolio)], unreadable: 0 });
      const records = kept().filter((record) => record.kind === kind && record.removedAt === null);
      return succeed({ records: records.sort((a, b) => b.createdAt - a.createdAt), unreadable: 0 });
    },
    get: async (id) => succeed(kept().find((record) => record.id === id) ?? null),
    save: saved,
    async mark(id, removedAt) {
      const record = kept().find((one) => one.id === id);
      return record ? saved({ ...record, removedAt }) : fail("storage", "storage/recordGone");
    },
  };
}

interface Holding {
  hash: string;
  name: string;
  weight: number;
}

/** Lines of `symbol,weight`, with or without a header; throws a `UsageError` that names the line. */
export function readPortfolio(path: string): Holding[] {
  const lines = readFileSync(path, "utf8").split(/\r?\n/);
  return lines.flatMap((line, row) => {
    const cut = Math.max(line.lastIndexOf(","), line.lastIndexOf(";"), line.lastIndexOf("\t"));
    const [name, text] = [line.slice(0, cut), line.slice(cut + 1)].map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
    const weight = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
    if (line.trim() === "" || (row === 0 && Number.isNaN(weight))) return [];
    if (cut < 1 || text === "" || !Number.isFinite(weight))
      throw new UsageError(`${path}, row ${row + 1}: "${line}" is not a symbol and weight.`);
    return [{ hash: name, name, weight }];
  });
}

/** The portfolio of a host, as a screen stores a client's. */
function clientOf(path: string): StoredRecord {
  const body = { portfolios: [{ holdings: readPortfolio(path) }] };
  return { id: "portfolio", kind: "client", createdAt: 0, changedAt: 0, removedAt: null, body };
}
