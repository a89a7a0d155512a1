import { useMemo, useSyncExternalStore } from "react";
import { because } from "../../workers/contract";
import { DeviceText } from "../lib/device-text.ts";
import { warnOnce } from "../ui/toast-queue.ts";

/**
 * The hook of a choice for all price charts, stored on the device as JSON.
 * @param key storage key
 * @param read the valid parts of what is stored
 */
export function keptChoice<Value>(key: string, read: (text: string | null) => Value): () => [Value, (next: Value) => void] {
  const kept = new DeviceText(() => localStorage, key);
  const keep = (next: Value) => {
    kept.keep(JSON.stringify(next));
    if (kept.refused) warnOnce(because("storage/chartChoices"));
  };
  return () => {
    const text = useSyncExternalStore(kept.subscribe, () => kept.text());
    return [useMemo(() => read(text), [text]), keep];
  };
}
