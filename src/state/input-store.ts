import { type GenericSchema, safeParse } from "valibot";
import type { Count, Millis } from "../../workers/contract";
import { withCurrentNames } from "../../workers/former-names";
import { isSame } from "../lib/is-same.ts";
import { Listened } from "../lib/store";
import type { SpareText, SpareTexts } from "./spare-texts";

/** Delay of writing after the first change, so that typing does not write on every key press. */
const WRITE_DELAY: Millis = 300;
export const INPUT_PREFIX = "prospect.inputs.";
/** Local storage is small, and writing it blocks the page: longer texts are kept until the tab is closed. */
export const MAX_KEPT_LENGTH: Count = 500_000;

/** Where inputs are kept: in local storage, in its database if that is full or refused, or in memory until the tab is closed. */
export type InputKeeper = "device" | "database" | "memory";

/**
 * Values for the inputs of a screen, from a link or a stored run: applied when the screen next reads its inputs, as far as they are valid.
 */
interface Offer {
  values: object;
  taken: Taken;
}

/**
 * Called once a screen has applied values offered to it.
 * @param ignored names of unknown or invalid inputs
 * @param changed names of inputs that have changed
 * @param undo restores the earlier values
 */
export type Taken = (ignored: string[], changed: string[], undo: () => void) => void;

/**
 * The inputs of each screen, stored as small texts. They are validated when read: an invalid field falls back to its default, the others
 * are kept. If local storage refuses or is full, they are stored in a database; if that refuses too, they are kept until the tab is closed.
 */
export class InputStore extends Listened {
  /** Inputs read or changed so far, by screen. */
  private readonly values = new Map<string, object>();
  private readonly offers = new Map<string, Offer>();
  /** Inputs changed since they were last written, by screen. */
  private readonly unwritten = new Map<string, Set<string>>();
  /** Texts in the database that are newer than those in local storage, which was full or refused, by screen. */
  private readonly spared = new Map<string, string>();
  /** Screens whose text in the database is older than that in local storage. */
  private readonly outdated = new Set<string>();
  /** Screens whose text was refused everywhere. */
  private readonly refused = new Set<string>();
  private keptIn: InputKeeper = "device";
  private restored = 0;

  /**
   * @param device returns the storage; may throw if the browser refuses
   * @param spare stores texts that local storage refuses
   */
  constructor(
    private readonly device: () => Storage,
    private readonly spare: SpareTexts | null = null,
  ) {
    super();
    void this.readSpare();
  }

  /** Where inputs are currently stored. */
  keeper = (): InputKeeper => this.keptIn;

  /** How often inputs were loaded from the database after screens had read theirs, which must then start over. */
  returns = (): Count => this.restored;

  /** The texts in the database that override local storage, by their key there. */
  sparedTexts = (): Record<string, string> => Object.fromEntries([...this.spared].map(([screen, text]) => [INPUT_PREFIX + screen, text]));

  /** The inputs of a screen: current, otherwise stored, otherwise the defaults. A screen must always pass the same schema. */
  get<Inputs extends object>(screen: string, schema: GenericSchema<unknown, Inputs>, defaults: Inputs): Inputs {
    // Values in memory have passed the screen's schema.
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
   * Offers values for some inputs of a screen, which need not be open. They are validated by the screen's schema when it reads its inputs.
   */
  offer(screen: string, values: object, taken: Offer["taken"] = () => undefined): void {
    this.offers.set(screen, { values, taken });
    this.emit();
  }

  /** @param changed names of the changed inputs: the others are written only if not yet stored */
  set<Inputs extends object>(screen: string, inputs: Inputs, changed: readonly string[] = Object.keys(inputs)): void {
    this.values.set(screen, inputs);
    this.writeLater(screen, changed);
    this.emit();
  }

  /** Stores all inputs of this tab again, after the browser has cleared what was stored. */
  storeAll(): void {
    for (const [screen, inputs] of this.values) this.set(screen, inputs);
  }

  /** Replaces the inputs of a screen by those of a backup. */
  takeText(screen: string, text: string): void {
    this.unwritten.delete(screen);
    this.values.delete(screen);
    this.writeText(screen, text);
    this.emit();
  }

  /** The stored text of a screen, from whichever store has the newest; null for none, undefined if it cannot be read. */
  textOf = (screen: string): string | null | undefined => this.spared.get(screen) ?? this.onDevice(screen);

  /** Whether anything is stored for a screen. */
  has = (screen: string): boolean => this.stored(screen) !== null;

  /** Writes pending changes, and what was refused before; call before the page is closed. */
  flush(): void {
    for (const screen of this.refused) this.unwritten.set(screen, this.unwritten.get(screen) ?? new Set());
    this.refused.clear();
    for (const [screen, changed] of this.unwritten) this.write(screen, changed);
    this.unwritten.clear();
  }

  private write(screen: string, changed: ReadonlySet<string>): void {
    const ours = this.values.get(screen) ?? {};
    // Changes by another tab are kept, except to the same inputs.
    const fresh = Object.entries(ours).filter(([name]) => changed.has(name));
    const whole = { ...ours, ...this.stored(screen), ...Object.fromEntries(fresh) };
    this.writeText(screen, JSON.stringify(Object.fromEntries(Object.entries(whole).filter(isKept))));
  }

  private writeText(screen: string, text: string): void {
    try {
      if (this.spared.has(screen)) this.outdated.add(screen);
      // Writing the same text the database entry is based on would make that look newer if its deletion fails: a space distinguishes them.
      this.device().setItem(INPUT_PREFIX + screen, this.outdated.has(screen) ? `${text} ` : text);
      this.now("device");
      this.spared.delete(screen);
      this.dropOutdated();
    } catch {
      this.spared.set(screen, text);
      this.outdated.delete(screen);
      const refuse = () => {
        this.refused.add(screen);
        this.now("memory");
      };
      if (!this.spare) refuse();
      this.spare?.put(screen, { text, over: this.onDevice(screen) }).then(() => this.now("database"), refuse);
    }
  }

  /** The text in local storage; undefined if it cannot be read. */
  private onDevice(screen: string): string | null | undefined {
    try {
      return this.device().getItem(INPUT_PREFIX + screen);
    } catch {
      return undefined;
    }
  }

  /**
   * Deletes outdated texts in the database. A failed deletion is retried with the next write; until then the recorded base text marks it as
   * outdated.
   */
  private dropOutdated(): void {
    for (const screen of this.outdated) {
      this.outdated.delete(screen);
      this.spare?.delete(screen).catch(() => this.outdated.add(screen));
    }
  }

  /** Whether local storage was written later than the database. */
  private isOutdated(screen: string, { over }: SpareText): boolean {
    const there = this.onDevice(screen) ?? over;
    return over !== undefined && there !== over;
  }

  /** The stored inputs of a screen; null for none. */
  private stored(screen: string): object | null {
    const text = this.textOf(screen);
    // Whether the database works instead is known once something is entered.
    if (text === undefined) this.now(this.spare ? "database" : "memory");
    const stored = parseJson(text ?? "null");
    return stored instanceof Object ? stored : null;
  }

  /** Loads inputs that local storage refused on an earlier visit; newer input is kept. */
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
    this.emit();
  }

  private restore<Inputs extends object>(screen: string, schema: GenericSchema<unknown, Inputs>, defaults: Inputs): Inputs {
    const stored = this.stored(screen);
    return stored ? filled(schema, defaults, defaults, stored, true).inputs : defaults;
  }

  private writeLater(screen: string, changed: readonly string[]): void {
    // Not after a pause: a crash would lose everything typed since the last one.
    if (this.unwritten.size === 0) setTimeout(() => this.flush(), WRITE_DELAY);
    this.unwritten.set(screen, new Set([...(this.unwritten.get(screen) ?? []), ...changed]));
  }

  private now(keeper: InputKeeper): void {
    if (keeper === this.keptIn) return;
    this.keptIn = keeper;
    queueMicrotask(() => this.emit());
  }
}

const isKept = ([, value]: [string, unknown]): boolean => typeof value !== "string" || value.length <= MAX_KEPT_LENGTH;

/**
 * Inputs updated with the given values, as far as each is known and valid.
 * @param asTyped keeps a number out of range, which the form marks, so that a reload does not lose what was typed
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
    return JSON.parse(withCurrentNames(text));
  } catch {
    return null;
  }
}
