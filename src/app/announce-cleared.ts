import { because, WORKSPACE } from "../../workers/contract";
import { channelsOf } from "../state/channels";
import { notifyTabs } from "../state/other-tabs";
import { toastWarning } from "../ui/toast-queue.ts";

let close: () => void = () => undefined;

/** Says that the browser has cleared this device's data, and lists what is left. Each thread that had them open reports it. */
export async function announceCleared(): Promise<void> {
  notifyTabs(channelsOf(WORKSPACE));
  const next = await toastWarning(because("storage/cleared"));
  close();
  close = next;
}
