import { type GenericSchema, safeParse } from "valibot";
import type { Millis } from "../../workers/contract";

/** Writing waits this long after a change, so that typing does not write at every key. */
const WRITE_DELAY: Millis = 300;
const PREFIX = "prospect.inputs.";

/**
 * The inputs of each screen, kept as small texts on the device. They are checked when read back: a field that is no longer valid falls back
 * to its default, the others are kept. Where the device refuses, they last until the tab is closed, and `refused` says so.
 */
export class InputStore {
  private readonly values = new Map<string, object>();
  private readonly unwritten = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failed = false;

  /** @param device gives the storage; may throw where the browser refuses it */
  constructor(private readonly device: () => Storage) {}

  refused = (): boolean => this.failed;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The inputs of a screen: as they are now, else as the device has them, else the defaults. A screen always passes the same schema. */
  get<Inputs extends object>(screen: string, schema: GenericSchema<unknown, Inputs>, defaults: Inputs): Inputs {
    const known = this.values.get(screen);
    if (known) return known as Inputs;
    const inputs = this.restore(screen, schema, defaults);
    this.values.set(screen, inputs);
    return inputs;
  }

  set<Inputs extends object>(screen: string, inputs: Inputs): void {
    this.values.set(screen, inputs);
    this.unwritten.add(screen);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), WRITE_DELAY);
    this.changed();
  }

  /** Writes what has not been written yet; to be called when the page is about to go. */
  flush(): void {
    clearTimeout(this.timer);
    for (const screen of this.unwritten) {
      this.attempt((device) => device.setItem(PREFIX + screen, JSON.stringify(this.values.get(screen))));
    }
    this.unwritten.clear();
  }

  private restore<Inputs extends object>(screen: string, schema: GenericSchema<unknown, Inputs>, defaults: Inputs): Inputs {
    let stored: unknown = null;
    this.attempt((device) => {
      const text = device.getItem(PREFIX + screen);
      if (text !== null) stored = parseJson(text);
    });
    if (typeof stored !== "object" || stored === null) return defaults;
    let inputs = defaults;
    for (const [name, value] of Object.entries(stored)) {
      const parsed = safeParse(schema, { ...inputs, [name]: value });
      if (parsed.success) inputs = parsed.output;
    }
    return inputs;
  }

  private attempt(work: (device: Storage) => void): void {
    const before = this.failed;
    try {
      work(this.device());
      this.failed = false;
    } catch {
      // Refused altogether, or full: the inputs are still in memory.
      this.failed = true;
    }
    if (before !== this.failed) queueMicrotask(() => this.changed());
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
