import { Store } from "../lib/store";
import { type Source, sourceAtom } from "./source-atom";

/** What Chromium's browsers send when the app may be installed; in no standard's list of events. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}
const isInstallEvent = (event: Event): event is InstallEvent => "prompt" in event;

/** What the browser has offered, and whether it was taken. */
const state = new Store<{ offer: InstallEvent | null; done: boolean }>({ offer: null, done: false });

export type InstallState = "installed" | "possible" | "by-menu";

const source: Source<InstallState> = {
  read: () => {
    const { offer, done } = state.read();
    return done || window.matchMedia("(display-mode: standalone)").matches ? "installed" : offer ? "possible" : "by-menu";
  },
  subscribe: state.subscribe,
};

// The browser offers once, soon after the first page, long before the user opens the settings.
window.addEventListener("beforeinstallprompt", (event) => {
  if (!isInstallEvent(event)) return;
  event.preventDefault();
  state.set({ ...state.read(), offer: event });
});
window.addEventListener("appinstalled", () => {
  state.set({ offer: null, done: true });
});

/** Whether the app is installed, can be by a button, or only by the browser's own menu. */
export const installAtom = sourceAtom(source);

/** Shows the browser's question; an offer can be used once. */
export async function install(): Promise<void> {
  const { offer, done } = state.read();
  state.set({ offer: null, done });
  await offer?.prompt().catch(() => undefined);
}
