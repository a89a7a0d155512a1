import { useCallback, useState } from "react";
import type { Outcome } from "../../../workers/contract";
import type { WatchedRow } from "../../state/watch/watchlist";
import { workspace } from "../../state/workspace";
import { toastFailure } from "../../ui/toast-queue.ts";

/** A series any tool can open. */
interface Openable {
  hash: string;
  name: string;
}

/** A column of a table as a separate dataset, which references its table. */
async function ownDataset({ hash, column, name }: WatchedRow): Promise<Outcome<Openable>> {
  if (column === null) return { ok: true, value: { hash, name } };
  const { symbolOfDataset } = await import("../../analysis/data/panel-symbols");
  const taken = await symbolOfDataset(hash, column, {});
  if (taken.ok) await workspace.add(taken.value);
  return taken;
}

/** Prepares a row for opening in a tool, which the user then chooses. */
export function useOpenRow() {
  const [opened, setOpened] = useState<Openable | null>(null);
  const open = useCallback(async (row: WatchedRow) => {
    const outcome = await ownDataset(row);
    if (!outcome.ok) return toastFailure(outcome.failure);
    setOpened(outcome.value);
  }, []);
  return { opened, open, close: useCallback(() => setOpened(null), []) };
}
