import { type Count, DAY, type Millis } from "../contract";
import { DistinctWords } from "./distinct-words";
import { clockTime, offset } from "./time-of-day";

/** Longer cells are read one by one, as are cells once there are too many formats. */
const MAX_LENGTH: Count = 64;
const MAX_FORMS: Count = 32;
const ZERO = 48;
/** A time of day that hardly any cell has, with digits for each of its parts. */
const OTHER_TIME = ["11", "23", "45", "678901234"];

/** A time of day within a cell: positions of hours, minutes, seconds and fraction, which half of the day, and UTC offset. */
interface ClockPlaces {
  parts: readonly Span[];
  half: string;
  ahead: Millis;
}

type Span = readonly [number, number];
const NOWHERE: Span = [0, 0];

function numberIn(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + bytes[at] - ZERO;
  return value;
}

/**
 * One format of a cell: its length, with the day in the first bytes, the digits of a time of day at fixed positions, and constant bytes
 * elsewhere. The cell reader parses each day once.
 */
class CellForm {
  private readonly days = new DistinctWords();
  private readonly starts: Millis[] = [];
  /** The most recent day. */
  private readonly last: Uint8Array;
  private lastStart = Number.NaN;
  /** The constant bytes, with zeros for the digits of the time. */
  private readonly cell: Uint8Array;

  get length(): Count {
    return this.cell.length;
  }

  /** @param keyed number of bytes of the day: all of a cell without a time */
  constructor(
    cell: Uint8Array,
    private readonly keyed: Count,
    private readonly clock: ClockPlaces | null,
  ) {
    this.cell = cell.slice();
    this.last = new Uint8Array(keyed);
    for (const [from, to] of clock?.parts ?? []) this.cell.fill(0, from, to);
  }

  /** The same cell with another time of day. */
  withOtherTime(cell: Uint8Array): Uint8Array {
    const other = cell.slice();
    for (const [part, [from, to]] of (this.clock?.parts ?? []).entries())
      for (let at = from; at < to; at++) other[at] = OTHER_TIME[part].charCodeAt(at - from);
    return other;
  }

  /** The time of a cell; NaN if its format differs, its day is new or its time of day is invalid. */
  valueOf(bytes: Uint8Array, from: number): Millis {
    const time = this.timeOf(bytes, from);
    return Number.isNaN(time) ? time : this.startOf(bytes, from) + time - (this.clock?.ahead ?? 0);
  }

  /** Records the value of a cell's day; false if it is invalid or the cell has another format. */
  learn(bytes: Uint8Array, from: number, value: Millis): boolean {
    const time = this.timeOf(bytes, from);
    const ahead = this.clock?.ahead ?? 0;
    const start = this.clock ? Math.round((value + ahead - time) / DAY) * DAY : value;
    if (start + time - ahead !== value) return false;
    this.starts[this.days.placeOf(bytes, from, from + this.keyed)] = start;
    this.last.set(bytes.subarray(from, from + this.keyed));
    this.lastStart = start;
    return true;
  }

  private timeOf(bytes: Uint8Array, from: number): Millis {
    const { cell, keyed, clock } = this;
    for (let at = keyed; at < cell.length; at++) {
      const byte = bytes[from + at];
      if (cell[at] === 0 ? byte < ZERO || byte > ZERO + 9 : byte !== cell[at]) return Number.NaN;
    }
    if (!clock) return 0;
    const { parts, half } = clock;
    const part = (index: number) => numberIn(bytes, from + parts[index][0], from + parts[index][1]);
    return clockTime(part(0), part(1), part(2), { value: part(3), digits: parts[3][1] - parts[3][0] }, half);
  }

  private startOf(bytes: Uint8Array, from: number): Millis {
    const { last, keyed } = this;
    let at = 0;
    while (at < keyed && bytes[from + at] === last[at]) at++;
    if (at < keyed) {
      last.set(bytes.subarray(from, from + keyed));
      this.lastStart = this.starts[this.days.placeOf(bytes, from, from + keyed)] ?? Number.NaN;
    }
    return this.lastStart;
  }
}

/** Parses cells with times by learned formats: the cell reader parses the first cell of each format, and the others follow from it. */
export class LearnedCells {
  /** Formats by length of a cell in bytes. */
  private readonly forms: CellForm[][] = [];
  private count: Count = 0;
  /** The format used last. */
  private last: CellForm | undefined;

  /**
   * @param textOf decodes the bytes of a cell for the cell reader
   * @param parse the cell reader; NaN if the text is not a time
   * @param clocks patterns of the time of day, with groups for hours, minutes, seconds, fraction, half of the day and zone
   */
  constructor(
    private readonly textOf: (cell: Uint8Array) => string,
    private readonly parse: (text: string) => Millis,
    private readonly clocks: readonly RegExp[],
  ) {}

  /** The time of a cell; NaN if it is not a time. */
  valueOf(bytes: Uint8Array, from: number, to: number): Millis {
    const known = this.last?.length === to - from ? this.last.valueOf(bytes, from) : Number.NaN;
    if (!Number.isNaN(known)) return known;
    const forms = this.forms[to - from] ?? [];
    for (const form of forms) {
      const value = form.valueOf(bytes, from);
      if (Number.isNaN(value)) continue;
      this.last = form;
      return value;
    }
    const cell = bytes.slice(from, to);
    const text = this.textOf(cell);
    const value = this.parse(text);
    if (Number.isNaN(value) || forms.some((form) => form.learn(bytes, from, value)) || this.count === MAX_FORMS) return value;
    const form = this.formOf(cell, text);
    if (form?.learn(bytes, from, value) && this.holdsFor(form, form.withOtherTime(cell))) {
      this.count++;
      this.forms[to - from] = [...forms, form];
    }
    return value;
  }

  private holdsFor(form: CellForm, cell: Uint8Array): boolean {
    return form.valueOf(cell, 0) === this.parse(this.textOf(cell));
  }

  /** The format of a cell; null if it cannot be generalized. */
  private formOf(cell: Uint8Array, text: string): CellForm | null {
    if (cell.length > MAX_LENGTH || cell.some((byte) => byte > 127)) return null;
    const place = String.fromCharCode(...cell).indexOf(text);
    const found = this.clocks.map((clock) => clock.exec(text)).find((one) => one !== null);
    // The cell may contain a time of day that was not found.
    if (!found) return this.clocks.length > 0 && text.includes(":") ? null : new CellForm(cell, cell.length, null);
    const [, hours, minutes = NOWHERE, seconds = NOWHERE, fraction = NOWHERE]: (Span | undefined)[] = found.indices ?? [];
    const [half = "", zone = ""] = found.slice(5);
    if (place < 0 || !hours || zone.includes("/")) return null;
    const parts = [hours, minutes, seconds, fraction].map(([from, to]): Span => [from + place, to + place]);
    return new CellForm(cell, hours[0] + place, { parts, half, ahead: zone ? offset(zone) : 0 });
  }
}
