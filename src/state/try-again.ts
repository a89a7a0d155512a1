import { channelsOf } from "./channels";
import { OtherTabs } from "./other-tabs";

/** A list of which the device has refused something. */
export interface Refused<Item = unknown> {
  refresh(): Promise<void>;
  /** What is to be saved again. */
  refused(): Item[];
  save(item: Item): Promise<unknown>;
  /** All of it is kept, or the list is closed. */
  isKept(): boolean;
}

/** Tries once more what the device has refused. @returns whether all of it is kept now */
export async function retry<Item>(list: Refused<Item>): Promise<boolean> {
  await list.refresh();
  for (const item of list.refused()) if (list.refused().includes(item)) await list.save(item);
  return list.isKept();
}

const listed = new Set<object>();

/** Tries it with every change of what the device keeps, in any tab, and when the user comes back to this one, until all of it is kept. */
export function tryAgain<Item>(list: Refused<Item>, workspace: string): void {
  if (listed.has(list)) return;
  listed.add(list);
  let [trying, changed] = [false, false];
  const attempt = async () => {
    changed = true;
    if (trying) return;
    trying = true;
    // Each round tells of what it keeps: the last one keeps nothing.
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
