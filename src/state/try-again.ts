import { channelsOf } from "./channels";
import { OtherTabs } from "./other-tabs";

/** A list of which storage has refused something. */
export interface Refused<Item = unknown> {
  refresh(): Promise<void>;
  /** Items to be saved again. */
  refused(): Item[];
  save(item: Item): Promise<unknown>;
  /** Everything is stored, or the list is closed. */
  isKept(): boolean;
}

/** Retries what storage has refused. @returns whether everything is stored now */
export async function retry<Item>(list: Refused<Item>): Promise<boolean> {
  await list.refresh();
  for (const item of list.refused()) if (list.refused().includes(item)) await list.save(item);
  return list.isKept();
}

const listed = new Set<object>();

/** Retries on every change of the stored data, in any tab, and when the user returns to this tab, until everything is stored. */
export function tryAgain<Item>(list: Refused<Item>, workspace: string): void {
  if (listed.has(list)) return;
  listed.add(list);
  let [trying, changed] = [false, false];
  const attempt = async () => {
    changed = true;
    if (trying) return;
    trying = true;
    // Each round announces what it has stored; the loop ends when a round stores nothing.
    while (changed) {
      changed = false;
      if (await retry(list)) stop();
    }
    trying = false;
  };
  const channels = channelsOf(workspace).map((name) => new OtherTabs(name, attempt));
  const see = () => document.visibilityState === "visible" && void attempt();
  const stop = () => {
    listed.delete(list);
    for (const channel of channels) channel.close();
    document.removeEventListener("visibilitychange", see);
  };
  document.addEventListener("visibilitychange", see);
}
