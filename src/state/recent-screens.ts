import { atom, getDefaultStore } from "jotai";
import { DeviceText } from "../lib/device-text.ts";

const device = new DeviceText(() => localStorage, "prospect.recent-screens");
const KEPT = 6;

function stored(): readonly string[] {
  try {
    const list: unknown = JSON.parse(device.text() ?? "[]");
    return Array.isArray(list) ? list.filter((path): path is string => typeof path === "string").slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Paths of the most recent screens on this device, newest first. */
export const recentScreensAtom = atom<readonly string[]>(stored());

/** Moves a screen to the head of the list. */
export function rememberScreen(path: string): void {
  const next = [path, ...stored().filter((other) => other !== path)].slice(0, KEPT);
  getDefaultStore().set(recentScreensAtom, next);
  device.keep(JSON.stringify(next));
}
