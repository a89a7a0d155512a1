import { plural } from "../../lib/format.ts";
import { notices } from "../../state/notices";
import type { CuriosityRun } from "./curiosity-run";

const PATH = "/market-curiosity";

/** Adds the triggered alerts to the notification center as one entry; the same alerts for the same data are added only once. */
export function notify({ value, series, settings }: CuriosityRun): void {
  const { alerts } = value.data;
  if (!settings.notify || alerts.length === 0) return;
  const title = `${series.name}: ${plural(alerts.length, "alert")}`;
  const detail = alerts.join(" ");
  const known = notices.read().some((notice) => notice.path === PATH && notice.title === title && notice.detail === detail);
  if (!known) notices.add({ kind: "alert", title, detail, path: PATH });
}
