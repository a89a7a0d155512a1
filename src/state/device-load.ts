import type { Count, Millis } from "../../workers/contract";

/** Names in the Compute Pressure specification. */
const STATES = ["nominal", "fair", "serious", "critical"];

/** Placeholder for a figure whose first measurement is in progress. */
const MEASURING = "measuring";

/** Readings without a result after which none is expected: not every machine has such a sensor. */
const MAX_LOOKS: Count = 10;

interface PressureObserver {
  observe(source: "cpu", options: { sampleInterval: Millis }): Promise<void>;
  disconnect(): void;
}
type PressureObserverClass = new (callback: (records: readonly { state: string }[]) => void) => PressureObserver;

/** CPU pressure of the whole machine, if the browser reports it. */
export class PressureWatch {
  private readonly observer: PressureObserver | null;
  private state: string | null;
  private looks: Count = 0;

  constructor(scope: object = globalThis) {
    const Observer = (scope as { PressureObserver?: PressureObserverClass }).PressureObserver;
    this.observer = Observer
      ? new Observer((records) => {
          const state = records.at(-1)?.state ?? "";
          if (STATES.includes(state)) this.state = state;
        })
      : null;
    this.state = this.observer ? MEASURING : null;
    this.observer?.observe("cpu", { sampleInterval: 2000 }).catch(() => {
      // Blocked by a policy, or not supported on this machine.
      this.state = null;
    });
  }

  /** "measuring" until the first report, for a limited time; null if unavailable. */
  read(): string | null {
    if (this.state === MEASURING && ++this.looks > MAX_LOOKS) this.state = null;
    return this.state;
  }

  stop(): void {
    this.observer?.disconnect();
  }
}

type Measure = () => Promise<{ bytes: number }>;
const MEGABYTE = 2 ** 20;
/** Interval, since the browser traverses all heaps. */
const EVERY: Millis = 30_000;

/**
 * Memory of the page and all its workers, if the page is isolated and the browser measures it. Measuring takes a while, so the last result
 * is reported.
 */
export class ThreadMemory {
  private megabytes: number | typeof MEASURING | null;
  private asked: Millis = Number.NEGATIVE_INFINITY;

  constructor(private readonly scope: object = performance) {
    this.megabytes = "measureUserAgentSpecificMemory" in scope ? MEASURING : null;
  }

  read(now: Millis = Date.now()): number | typeof MEASURING | null {
    const measure = (this.scope as { measureUserAgentSpecificMemory?: Measure }).measureUserAgentSpecificMemory;
    if (measure && now - this.asked >= EVERY) {
      this.asked = now;
      measure.call(this.scope).then(
        ({ bytes }) => {
          this.megabytes = bytes / MEGABYTE;
        },
        () => {
          // Not isolated, or refused this time: an existing figure is kept.
          if (this.megabytes === MEASURING) this.megabytes = null;
        },
      );
    }
    return this.megabytes;
  }
}
