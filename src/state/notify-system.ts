import { notifies, serviceWorkers } from "../lib/capabilities";
import { settings } from "./settings";

/**
 * Shows a system notification, if user and browser allow it. Clicking it focuses the page. @param tag replaces an earlier one with the same
 * tag
 */
export async function notifySystem(title: string, body: string, tag = "prospect-job"): Promise<void> {
  if (!settings.read().notify || !notifies() || Notification.permission !== "granted") return;
  const options = { body, tag, icon: "/icons/icon-192.png" };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // On phones only a service worker can show notifications.
    const registration = await serviceWorkers()
      ?.getRegistration()
      .catch(() => undefined);
    await registration?.showNotification(title, options).catch(() => undefined);
  }
}

const REFUSED = "The browser does not allow notifications from this site. Allow them in its settings for this site, then try again.";
const UNKNOWN = "This browser does not support notifications.";

/** Turns system notifications on or off; the browser prompts on a user gesture. @returns what prevents it, or null */
export async function setOutside(on: boolean): Promise<string | null> {
  if (on) {
    if (!notifies()) return UNKNOWN;
    const permission = await Notification.requestPermission().catch(() => "denied" as const);
    if (permission !== "granted") return REFUSED;
  }
  settings.change({ notify: on });
  return null;
}
