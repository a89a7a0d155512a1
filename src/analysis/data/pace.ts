import type { Series } from "../../../workers/contract";

/** Lets a result that follows the hand keep up: while it is busy no further period is shown, and after it the newest. */
export class Pace {
  /** What was chosen last: a period, or the whole again. A result on show follows it. */
  chosen: Series | null = null;
  private busy = false;
  private waiting: (() => void) | null = null;

  /** Whether a period still waits to be shown. */
  get isWaiting(): boolean {
    return this.waiting !== null;
  }

  /** @param show the newest counts */
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
