import { Store } from "../lib/store";
import { type Source, sourceAtom } from "./source-atom";

/** Event of Chromium browsers when the app can be installed; not in the standard list of events. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}
const isInstallEvent = (event: Event): event is InstallEvent => "prompt" in event;

/** The browser's offer, and whether it was accepted. */
const state = new Store<{ offer: InstallEvent | null; done: boolean }>({ offer: null, done: false });

type InstallState = "installed" | "possible" | "by-menu";

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

/** Whether the app is installed, can be installed by a button, or only through the browser's menu. */
export const installAtom = sourceAtom(source);

/** Shows the browser's prompt; an offer can be used only once. */
export async function install(): Promise<void> {
  const { offer, done } = state.read();
  state.set({ offer: null, done });
  await offer?.prompt().catch(() => undefined);
}
