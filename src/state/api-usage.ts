import { atom } from "jotai";
import type { Usage } from "../../workers/api/vault";
import type { Count, Millis } from "../../workers/contract";
import { storage } from "../client/compute";
import { sourceAtom } from "./source-atom";

const WORKSPACE = "prospect";
/** Many calls in a row are looked at once. */
const PAUSE: Millis = 300;

/** What the local API has answered this month; null until it was read, or where the device keeps nothing. */
export class ApiUsage {
  private usage: Usage | null = null;
  private readonly listeners = new Set<() => void>();
  private channel: BroadcastChannel | null = null;
  private waiting = false;

  read = (): Usage | null => this.usage;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (!this.channel) {
      this.channel = new BroadcastChannel(`${WORKSPACE}-api`);
      this.channel.onmessage = () => this.soon();
      void this.refresh();
    }
    return () => this.listeners.delete(listener);
  };

  private soon(): void {
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      void this.refresh();
    }, PAUSE);
  }

  private async refresh(): Promise<void> {
    const outcome = await storage.run("read-api-usage", { workspace: WORKSPACE }, { cache: false });
    if (!outcome.ok) return;
    this.usage = outcome.value;
    for (const listener of this.listeners) listener();
  }
}

/** Usage of the local API, kept up to date while somebody looks. */
export const apiUsageAtom = sourceAtom(new ApiUsage());

/** Calls the local API has answered this month, on this device. */
export const apiCallsAtom = atom<Count>((get) => get(apiUsageAtom)?.answered ?? 0);
