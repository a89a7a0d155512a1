import { notifies, serviceWorkers } from "../lib/capabilities";
import { settings } from "./settings";

/** The system's own notification, where the person and the browser allow it. Pressing it brings the page to the front. */
export async function tellOutside(title: string, body: string): Promise<void> {
  if (!settings.read().notify || !notifies() || Notification.permission !== "granted") return;
  const options = { body, tag: "prospect-job", icon: "/icons/icon-192.png" };
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
