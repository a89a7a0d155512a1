import { atom } from "jotai";
import type { Usage } from "../../workers/api/vault";
import { type Count, type Millis, WORKSPACE } from "../../workers/contract";
import { storage } from "../client/compute";
import { Store } from "../lib/store";
import { OtherTabs } from "./other-tabs";
import { sourceAtom } from "./source-atom";

/** Calls in quick succession are read together. */
const PAUSE: Millis = 300;

/** Calls answered by the local API this month; null until read, or if the device has no storage. */
class ApiUsage {
  private readonly usage = new Store<Usage | null>(null);
  private otherTabs: OtherTabs | null = null;
  private waiting = false;

  read = this.usage.read;

  subscribe = (listener: () => void): (() => void) => {
    if (!this.otherTabs) {
      this.otherTabs = new OtherTabs(`${WORKSPACE}-api`, () => this.soon());
      void this.refresh();
    }
    return this.usage.subscribe(listener);
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
    this.usage.set(outcome.value);
  }
}

/** Usage of the local API, updated while subscribed. */
export const apiUsageAtom = sourceAtom(new ApiUsage());

/** Number of calls answered by the local API this month, on this device. */
export const apiCallsAtom = atom<Count>((get) => get(apiUsageAtom)?.answered ?? 0);
