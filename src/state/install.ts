import { type Source, sourceAtom } from "./source-atom";

/** What Chromium's browsers send when the app may be installed; in no standard's list of events. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}
const isInstallEvent = (event: Event): event is InstallEvent => "prompt" in event;

let offer: InstallEvent | null = null;
let done = false;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

export type InstallState = "installed" | "possible" | "by-menu";

const source: Source<InstallState> = {
  read: () => (done || window.matchMedia("(display-mode: standalone)").matches ? "installed" : offer ? "possible" : "by-menu"),
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

// The browser offers once, soon after the first page, long before the person opens the settings.
window.addEventListener("beforeinstallprompt", (event) => {
  if (!isInstallEvent(event)) return;
  event.preventDefault();
  offer = event;
  changed();
});
window.addEventListener("appinstalled", () => {
  done = true;
  offer = null;
  changed();
});

/** Whether the app is installed, can be by a button, or only by the browser's own menu. */
export const installAtom = sourceAtom(source);

/** Shows the browser's question; an offer can be used once. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null;
  await asked?.prompt().catch(() => undefined);
  changed();
}
