import { type GenericSchema, safeParse } from "valibot";
import type { Count, Millis } from "../../workers/contract";
import { inPresentNames } from "../../workers/former-names";

/** Writing waits this long after a change, so that typing does not write at every key. */
const WRITE_DELAY: Millis = 300;
const PREFIX = "prospect.inputs.";
/** The device has little room for inputs, and the page stands still while it writes them: a longer text lasts until the tab is closed. */
export const MAX_KEPT_LENGTH: Count = 500_000;

/** Values for the inputs of a screen, from a link or a kept run: taken when the screen is next looked at, as far as its schema allows. */
interface Offer {
  values: object;
  taken: (ignored: string[]) => void;
}

/**
 * The inputs of each screen, kept as small texts on the device. They are checked when read back: a field that is no longer valid falls back
 * to its default, the others are kept. Where the device refuses, they last until the tab is closed, and `refused` says so.
 */
export class InputStore {
  private readonly values = new Map<string, object>();
  private readonly offers = new Map<string, Offer>();
  /** Inputs changed since they were last written, by screen. */
  private readonly unwritten = new Map<string, Set<string>>();
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
    // What is kept for a screen has passed its schema.
    const known = this.values.get(screen) as Inputs | undefined;
    const offer = this.offers.get(screen);
    if (known && !offer) return known;
    const before = known ?? this.restore(screen, schema, defaults);
    const { inputs, ignored } = offer ? filled(schema, before, offer.values) : { inputs: before, ignored: [] };
    this.values.set(screen, inputs);
    if (offer) {
      this.offers.delete(screen);
      this.writeLater(screen, Object.keys(inputs));
      queueMicrotask(() => offer.taken(ignored));
    }
    return inputs;
  }

  /**
   * Values for some inputs of a screen, which may not be open yet. Each is checked by the screen's schema when the screen reads its inputs.
   * @param taken is told then which of them were unknown or not valid
   */
  offer(screen: string, values: object, taken: Offer["taken"] = () => undefined): void {
    this.offers.set(screen, { values, taken });
    this.changed();
  }

  /** @param changed names of the inputs that are new: the others are written only where the device has none */
  set<Inputs extends object>(screen: string, inputs: Inputs, changed: readonly string[] = Object.keys(inputs)): void {
    this.values.set(screen, inputs);
    this.writeLater(screen, changed);
    this.changed();
  }

  /** Forgets what is in memory, because the device holds something else now. */
  reread(): void {
    this.flush();
    // Where the device refuses, what is in memory is all there is.
    if (!this.failed) this.values.clear();
    this.changed();
  }

  /** Writes what has not been written yet; to be called when the page is about to go. */
  flush(): void {
    clearTimeout(this.timer);
    for (const [screen, changed] of this.unwritten) {
      this.attempt((device) => {
        const ours = Object.entries(this.values.get(screen) ?? {});
        const theirs = parseJson(device.getItem(PREFIX + screen) ?? "null");
        // What another tab has entered meanwhile stays, as far as it is not about the same inputs.
        const fresh = ours.filter(([name]) => changed.has(name));
        const whole = { ...Object.fromEntries(ours), ...(theirs instanceof Object ? theirs : null), ...Object.fromEntries(fresh) };
        device.setItem(PREFIX + screen, JSON.stringify(Object.fromEntries(Object.entries(whole).filter(isKept))));
      });
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
    return filled(schema, defaults, stored).inputs;
  }

  private writeLater(screen: string, changed: readonly string[]): void {
    this.unwritten.set(screen, new Set([...(this.unwritten.get(screen) ?? []), ...changed]));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), WRITE_DELAY);
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

const isKept = ([, value]: [string, unknown]): boolean => typeof value !== "string" || value.length <= MAX_KEPT_LENGTH;

/** Inputs with the given values in them, one by one, as far as they are known and valid. */
function filled<Inputs extends object>(
  schema: GenericSchema<unknown, Inputs>,
  before: Inputs,
  values: object,
): { inputs: Inputs; ignored: string[] } {
  let inputs = before;
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const parsed = safeParse(schema, { ...inputs, [name]: value });
    if (parsed.success) inputs = parsed.output;
    if (!parsed.success || !(name in inputs)) ignored.push(name);
  }
  return { inputs, ignored };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(inPresentNames(text));
  } catch {
    return null;
  }
}
