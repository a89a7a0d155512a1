import type { Series } from "../../../workers/contract";

/** Throttles live updates: while a result is being computed no further period is shown, and then only the latest. */
export class Pace {
  /** The latest choice: a period, or the whole series. The shown result follows it. */
  chosen: Series | null = null;
  private busy = false;
  private waiting: (() => void) | null = null;

  /** Whether a period is waiting to be shown. */
  get isWaiting(): boolean {
    return this.waiting !== null;
  }

  /** @param show replaces a waiting call */
  ask(show: () => void): void {
    if (this.busy) this.waiting = show;
    else show();
  }

  setBusy(busy: boolean): void {
    this.busy = busy;
    if (busy) return;
    const { waiting } = this;
    this.waiting = null;
    waiting?.();
  }

  forget(): void {
    this.waiting = null;
  }
}
