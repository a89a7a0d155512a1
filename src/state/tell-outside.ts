import { notifies, serviceWorkers } from "../lib/capabilities";
import { settings } from "./settings";

/** The system's own notification, where the user and the browser allow it. Pressing it brings the page to the front. @param tag one with the same takes its place */
export async function tellOutside(title: string, body: string, tag = "prospect-job"): Promise<void> {
  if (!settings.read().notify || !notifies() || Notification.permission !== "granted") return;
  const options = { body, tag, icon: "/icons/icon-192.png" };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones let only a service worker notify.
    const registration = await serviceWorkers()
      ?.getRegistration()
      .catch(() => undefined);
    await registration?.showNotification(title, options).catch(() => undefined);
  }
}

const REFUSED = "The browser does not allow notifications from this site. Allow them in its settings for this site, then try again.";
const UNKNOWN = "This browser does not support notifications.";

/** Turns the system's notifications on or off; the browser asks the user at a press. @returns what is in the way, or null */
export async function setOutside(on: boolean): Promise<string | null> {
  if (on) {
    if (!notifies()) return UNKNOWN;
    const permission = await Notification.requestPermission().catch(() => "denied" as const);
    if (permission !== "granted") return REFUSED;
  }
  settings.change({ notify: on });
  return null;
}
