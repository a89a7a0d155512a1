import { type GenericSchema, safeParse } from "valibot";
import type { Count, Millis } from "../../workers/contract";
import { inPresentNames } from "../../workers/former-names";
import { isSame } from "../lib/is-same.ts";
import { Listened } from "../lib/store";
import type { SpareText, SpareTexts } from "./spare-texts";

/** Writing waits this long after a change, so that typing does not write at every key. */
const WRITE_DELAY: Millis = 300;
export const INPUT_PREFIX = "prospect.inputs.";
/** The device has little room for inputs, and the page stands still while it writes them: a longer text lasts until the tab is closed. */
export const MAX_KEPT_LENGTH: Count = 500_000;

/** Who keeps inputs: the device's small texts, its database because those are full or refused, or nobody once the tab is closed. */
export type InputKeeper = "device" | "database" | "memory";

/** Values for the inputs of a screen, from a link or a kept run: taken when the screen is next looked at, as far as its schema allows. */
interface Offer {
  values: object;
  taken: Taken;
}

/**
 * Told once a screen has taken values that were offered to it.
 * @param ignored names of those that are unknown or not valid
 * @param changed names of the inputs that are others now
 * @param undo puts back what was there
 */
export type Taken = (ignored: string[], changed: string[], undo: () => void) => void;

/**
 * The inputs of each screen, kept as small texts on the device. They are checked when read back: a field that is no longer valid falls back
 * to its default, the others are kept. Where the device refuses, or is full, they go to its database; where that refuses too, they last until
 * the tab is closed.
 */
export class InputStore extends Listened {
  private readonly values = new Map<string, object>();
  private readonly offers = new Map<string, Offer>();
  /** Inputs changed since they were last written, by screen. */
  private readonly unwritten = new Map<string, Set<string>>();
  /** What the database holds instead of the device's texts, by screen: newer than those, which are full or refused. */
  private readonly spared = new Map<string, string>();
  /** Screens of which the database holds a text that the device's has followed. */
  private readonly outdated = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keptIn: InputKeeper = "device";
  private restored = 0;

  /**
   * @param device gives the storage; may throw where the browser refuses it
   * @param spare what takes the texts that the storage refuses
   */
  constructor(
    private readonly device: () => Storage,
    private readonly spare: SpareTexts | null = null,
  ) {
    super();
    void this.readSpare();
  }

  /** Where inputs go that are entered now. */
  keeper = (): InputKeeper => this.keptIn;

  /** How often inputs came from the database after screens had read theirs: those begin again then. */
  returns = (): Count => this.restored;

  /** The texts that the database holds instead of the device's, by the names they would have there. */
  sparedTexts = (): Record<string, string> => Object.fromEntries([...this.spared].map(([screen, text]) => [INPUT_PREFIX + screen, text]));

  /** The inputs of a screen: as they are now, else as the device has them, else the defaults. A screen always passes the same schema. */
  get<Inputs extends object>(screen: string, schema: GenericSchema<unknown, Inputs>, defaults: Inputs): Inputs {
    // What is kept for a screen has passed its schema.
    const known = this.values.get(screen) as Inputs | undefined;
    const offer = this.offers.get(screen);
    if (known && !offer) return known;
    const before = known ?? this.restore(screen, schema, defaults);
    const { inputs, ignored } = offer ? filled(schema, defaults, before, offer.values) : { inputs: before, ignored: [] };
    this.values.set(screen, inputs);
    if (offer) {
      this.offers.delete(screen);
      this.writeLater(screen, Object.keys(inputs));
      const changed = Object.keys(inputs).filter((name) => !isSame(inputs[name as keyof Inputs], before[name as keyof Inputs]));
      queueMicrotask(() => offer.taken(ignored, changed, () => this.set(screen, before)));
    }
    return inputs;
  }

  /**
   * Values for some inputs of a screen, which may not be open yet. Each is checked by the screen's schema when the screen reads its inputs.
   */
  offer(screen: string, values: object, taken: Offer["taken"] = () => undefined): void {
    this.offers.set(screen, { values, taken });
    this.tell();
  }

  /** @param changed names of the inputs that are new: the others are written only where the device has none */
  set<Inputs extends object>(screen: string, inputs: Inputs, changed: readonly string[] = Object.keys(inputs)): void {
    this.values.set(screen, inputs);
    this.writeLater(screen, changed);
    this.tell();
  }

  /** Takes what a backup holds of a screen, instead of what is there. */
  takeText(screen: string, text: string): void {
    this.unwritten.delete(screen);
    this.values.delete(screen);
    this.writeText(screen, text);
    this.tell();
  }

  /** Whether anything is kept of a screen. */
  has = (screen: string): boolean => this.stored(screen) !== null;

  /** Writes what has not been written yet; to be called when the page is about to go. */
  flush(): void {
    clearTimeout(this.timer);
    for (const [screen, changed] of this.unwritten) this.write(screen, changed);
    this.unwritten.clear();
  }

  private write(screen: string, changed: ReadonlySet<string>): void {
    const ours = this.values.get(screen) ?? {};
    // What another tab has entered meanwhile stays, as far as it is not about the same inputs.
    const fresh = Object.entries(ours).filter(([name]) => changed.has(name));
    const whole = { ...ours, ...this.stored(screen), ...Object.fromEntries(fresh) };
    this.writeText(screen, JSON.stringify(Object.fromEntries(Object.entries(whole).filter(isKept))));
  }

  private writeText(screen: string, text: string): void {
    try {
      if (this.spared.has(screen)) this.outdated.add(screen);
      // The very text that the database's is over would make that look newer, should it not be deleted: a blank distinguishes them.
      this.device().setItem(INPUT_PREFIX + screen, this.outdated.has(screen) ? `${text} ` : text);
      this.now("device");
      this.spared.delete(screen);
      this.dropOutdated();
    } catch {
      this.spared.set(screen, text);
      this.outdated.delete(screen);
      if (!this.spare) this.now("memory");
      this.spare?.put(screen, { text, over: this.onDevice(screen) }).then(
        () => this.now("database"),
        () => this.now("memory"),
      );
    }
  }

  /** What the device's texts hold; undefined where they cannot be read. */
  private onDevice(screen: string): string | null | undefined {
    try {
      return this.device().getItem(INPUT_PREFIX + screen);
    } catch {
      return undefined;
    }
  }

  /** One that cannot be deleted is tried again with the next text; until then the text it overrode marks it as outdated. */
  private dropOutdated(): void {
    for (const screen of this.outdated) {
      this.outdated.delete(screen);
      this.spare?.delete(screen).catch(() => this.outdated.add(screen));
    }
  }

  /** Whether the device's text was written later than that of the database. */
  private isOutdated(screen: string, { over }: SpareText): boolean {
    const there = this.onDevice(screen) ?? over;
    return over !== undefined && there !== over;
  }

  /** What is kept of a screen; null for nothing. */
  private stored(screen: string): object | null {
    const text = this.spared.get(screen) ?? this.onDevice(screen);
    // Whether the database takes them instead is known once something is entered.
    if (text === undefined) this.now(this.spare ? "database" : "memory");
    const stored = parseJson(text ?? "null");
    return stored instanceof Object ? stored : null;
  }

  /** Inputs the device had no room for in an earlier visit; what was entered meanwhile stays. */
  private async readSpare(): Promise<void> {
    const texts = await this.spare?.all().catch(() => null);
    if (!texts) return;
    const before = this.spared.size;
    for (const [screen, spare] of texts) {
      if (this.spared.has(screen) || this.unwritten.has(screen)) continue;
      if (this.isOutdated(screen, spare)) {
        this.outdated.add(screen);
        continue;
      }
      this.spared.set(screen, spare.text);
      this.values.delete(screen);
    }
    this.dropOutdated();
    if (this.spared.size === before) return;
    this.keptIn = "database";
    this.restored++;
    this.tell();
  }

  private restore<Inputs extends object>(screen: string, schema: GenericSchema<unknown, Inputs>, defaults: Inputs): Inputs {
    const stored = this.stored(screen);
    return stored ? filled(schema, defaults, defaults, stored, true).inputs : defaults;
  }

  private writeLater(screen: string, changed: readonly string[]): void {
    this.unwritten.set(screen, new Set([...(this.unwritten.get(screen) ?? []), ...changed]));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), WRITE_DELAY);
  }

  private now(keeper: InputKeeper): void {
    if (keeper === this.keptIn) return;
    this.keptIn = keeper;
    queueMicrotask(() => this.tell());
  }
}

const isKept = ([, value]: [string, unknown]): boolean => typeof value !== "string" || value.length <= MAX_KEPT_LENGTH;

/**
 * Inputs with the given values in them, one by one, as far as they are known and valid.
 * @param asTyped keeps a number beyond its limits, which the form marks: what was typed is not lost by a reload
 */
function filled<Inputs extends object>(
  schema: GenericSchema<unknown, Inputs>,
  defaults: Inputs,
  before: Inputs,
  values: object,
  asTyped = false,
): { inputs: Inputs; ignored: string[] } {
  let inputs = before;
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const parsed = safeParse(schema, { ...defaults, [name]: value });
    const beyond = asTyped && typeof value === "number" && parsed.issues?.every(({ kind }) => kind === "validation");
    if (parsed.success && Object.hasOwn(parsed.output, name)) inputs = { ...inputs, [name]: parsed.output[name as keyof Inputs] };
    else if (beyond) inputs = { ...inputs, [name]: value };
    else ignored.push(name);
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
