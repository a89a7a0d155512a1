import { useCallback, useState } from "react";
import type { Outcome } from "../../../workers/contract";
import { compute } from "../../client/compute";
import type { WatchedRow } from "../../state/watch/watchlist";
import { workspace } from "../../state/workspace";
import { toastFailure } from "../../ui/toast-queue.ts";

/** A series any tool can open. */
export interface Openable {
  hash: string;
  name: string;
}

/** A column of a table becomes a dataset of its own. */
async function ownDataset({ hash, column, name }: WatchedRow): Promise<Outcome<Openable>> {
  if (column === null) return { ok: true, value: { hash, name } };
  const table = await workspace.load(hash);
  if (!table.ok) return table;
  const columns = table.value.columns.filter((one) => one.name === column);
  const given = { table: { ...table.value, columns, primary: 0 }, files: {} };
  const source = { kind: "column", from: table.value.name, name: column } as const;
  const opened = await compute.run("open-source", { name, source, given }, { cache: false });
  if (!opened.ok) return opened;
  await workspace.add(opened.value);
  return opened;
}

/** Makes a row ready for the tools; which of them is to open it is asked then. */
export function useOpenRow() {
  const [opened, setOpened] = useState<Openable | null>(null);
  const open = useCallback(async (row: WatchedRow) => {
    const outcome = await ownDataset(row);
    if (!outcome.ok) return toastFailure(outcome.failure);
    setOpened(outcome.value);
  }, []);
  return { opened, open, close: useCallback(() => setOpened(null), []) };
}
