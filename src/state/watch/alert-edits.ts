import { succeed } from "../../../workers/contract";
import { edits } from "../edits";
import { alertWords, MAX_ALERTS, type WatchAlert } from "./alerts";

/** The alerts as stored, also while the screen is closed. */
export interface KeptAlerts {
  current: () => readonly WatchAlert[];
  set: (alerts: WatchAlert[]) => void;
}

/** Removes an alert, as an edit: undo restores its place in the list, unless the same alert has been set again or the list is full. */
export function removeAlert(alert: WatchAlert, { current, set }: KeptAlerts): void {
  const words = alertWords(alert);
  const find = () => current().findIndex(({ id }) => id === alert.id);
  const run = () => {
    const place = find();
    set(current().toSpliced(place, 1));
    const undo = () => {
      const alerts = current();
      if (alerts.length >= MAX_ALERTS || alerts.some((one) => alertWords(one) === words)) return false;
      set(alerts.toSpliced(place, 0, alert));
      return true;
    };
    return succeed({ undo });
  };
  void edits.make({ what: `removal of the alert ${words}`, run, stamp: () => find() >= 0 }, `Removed the alert ${words}`);
}
