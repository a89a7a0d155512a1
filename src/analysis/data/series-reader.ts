import type { Failure, Millis, Outcome, Progress, Series } from "../../../workers/contract";
import type { PanelOptions, ReadOptions } from "../../../workers/ingest";
import { compute } from "../../client/compute";
import { canceled } from "../../client/failures";
import { clockTime } from "../../lib/format.ts";
import { Listened } from "../../lib/store";
import { workspace } from "../../state/workspace";
import type { VersionChoice } from "./newer-file";
import type { Pace } from "./pace";
import { type Finish, type Given, type KeptField, NOTHING, type Shown, settled, type Work } from "./reader-state";
import { type SampleId, sampleOf } from "./samples";

/** How long the typing must rest before the text is read. */
const TYPING_REST: Millis = 300;
/** Signs of a pasted text that can be read again in another way. */
const MAX_HELD = 1 << 20;
/** How a sample of many symbols is in a field that holds all of them. */
const COMMON_DATES: PanelOptions = { calendar: "inner", fill: "none" };
const STARTING: Progress = { fraction: 0, label: "Reading" };

/** Whether a file holds shared settings, about which the shell asks. The code for that comes with the first file; without it the file is read as data. */
const isShared = (file: File): Promise<boolean> =>
  import("../../state/offered-file").then(({ isOffered }) => isOffered(file)).catch(() => false);

/** What was chosen among the things that files of known forms hold. The code for that comes with the first reading; without it files are read as they are likeliest meant. */
const choices = () => import("./reading-choices").catch(() => null);

/** What compares a file with the series on this device. The code for that comes with the first file. */
const versions = () => import("./newer-file");

/** What takes symbols out of panels. The code for that comes with the first panel. */
const panels = () => import("./panel-symbols");

/**
 * Reads what one field is given, one thing at a time: a newer text, paste, file or dataset makes what is still being read stale.
 * A loaded series that fails or is canceled leaves the field as it was; typed text always stays, and is read whenever it is not yet.
 */
export class SeriesReader extends Listened {
  private shown = NOTHING;
  private progress: Progress | null = null;
  private current: AbortController | null = null;
  private underWay: Promise<void> = Promise.resolve();
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** The text in the box, as long as it has not been read. */
  private unread: string | null = null;

  /**
   * @param keep remembers what is in the field
   * @param options whether a panel is in it whole, else one symbol after the other
   */
  constructor(
    private readonly keep: (field: KeptField) => void,
    private readonly options: { whole?: boolean } = {},
  ) {
    super();
  }

  /** The same object as long as only progress is made. */
  read = (): Shown => this.shown;

  reading = (): Progress | null => this.progress;

  /** Reads again what was in the field when its screen was left. */
  restore({ text, hash }: KeptField): void {
    if (hash) this.takeDataset(hash);
    else if (text.trim() !== "") this.readTyped(text);
  }

  /** Puts something else in the place of what is in the field. */
  take = ({ text, hash }: KeptField): void => (hash ? this.takeDataset(hash) : this.setText(text));

  /** Stops what is being read, because the screen is left. */
  leave = (): void => {
    this.stop();
    this.report(null);
  };

  setText = (text: string): void => {
    this.stop();
    this.keep({ text, hash: null });
    this.report(null);
    if (text.trim() === "") {
      this.unread = null;
      this.show(NOTHING);
      return;
    }
    this.unread = text;
    this.rest = setTimeout(() => this.readTyped(text), TYPING_REST);
  };

  takeText = (text: Blob | string): void => {
    const given: Given = { source: text, name: `Pasted ${clockTime(Date.now())}`, origin: "pasted", options: {} };
    // A long text would be in memory as long as its series is in the field; the clipboard's Blob lies elsewhere.
    const again = typeof text === "string" && text.length > MAX_HELD ? null : given;
    this.start((signal) => this.parse(given, signal), this.keepLoaded, again);
  };

  takeFile = (file: File): void => {
    const given: Given = { source: file, name: file.name, origin: "file", options: {} };
    this.start(
      async (signal) => {
        if (await isShared(file)) return canceled();
        const read = await this.parse(given, signal);
        const newer = read.ok ? await (await versions()).newerFile(read.value, { signal }) : null;
        if (!newer || signal.aborted) return read;
        this.show({ ...this.shown, newer: { ...newer, given } });
        return canceled();
      },
      this.keepLoaded,
      given,
    );
  };

  /** Whether a newer file waits for what is to be done with it. */
  asks = (): boolean => this.shown.newer !== null;

  /** Does with a newer file of a known series what was chosen; null leaves it alone. */
  takeVersion = (choice: VersionChoice | null): void => {
    const { newer } = this.shown;
    this.show({ ...this.shown, newer: null });
    if (!newer || !choice) return;
    this.start(
      async (signal) => (await versions()).chosenVersion(newer, choice, { signal, onProgress: this.report }),
      this.keepLoaded,
      choice === "rows" ? null : newer.given,
    );
  };

  /** Reads what is in the field again, or what was refused, in another way. */
  readAgain = (options: ReadOptions, given = this.shown.given): void => {
    if (!given) return;
    const asLoaded = given.origin !== "typed";
    const again = { ...given, options: { ...given.options, ...options } };
    const done = (series: Series) => {
      void choices().then((kept) => kept?.keepChoices(series, options));
      if (asLoaded) this.keepLoaded(series);
    };
    this.start((signal) => this.parse(again, signal), done, again, asLoaded);
    this.show({ ...this.shown, rereading: true });
  };

  takeSample = (id: SampleId): void => {
    const { file, label } = sampleOf(id);
    const given: Given = {
      source: "",
      name: label,
      origin: "sample",
      options: file === null && this.options.whole ? { panel: COMMON_DATES } : {},
    };
    const read = async (signal: AbortSignal) => {
      const text = await (await import("./sample-text")).sampleText(id, { signal, onProgress: this.report });
      if (!text.ok) return text;
      given.source = text.value;
      return this.parse(given, signal);
    };
    // Of many symbols another can be chosen.
    this.start(read, this.keepLoaded, file === null ? given : null);
  };

  takeDataset = (hash: string): void =>
    this.start(
      (signal) => workspace.load(hash, { signal, onProgress: this.report }),
      (series) => (series.hash === hash ? this.keep({ text: "", hash }) : this.keepLoaded(series)),
    );

  /** Puts another symbol of the panel in the place of the one that is in the field. */
  takeSymbol = (name: string): void => {
    const { series, given } = this.shown;
    const panel = series?.quality.symbolOf?.panel;
    if (!panel) return;
    this.start(async (signal) => (await panels()).symbolOfDataset(panel, name, { signal }), this.keepLoaded, given);
    this.show({ ...this.shown, rereading: true });
  };

  /** Cancels a reading in progress; what was in the field before stays. */
  cancel = (): void => this.current?.abort();

  clear = (): void => this.setText("");

  /** The series once nothing is being read any more; null when there is none. Text that has not been read yet is read now. */
  settled = async (): Promise<Series | null> => {
    if (this.unread !== null && !this.current) this.readTyped(this.unread);
    let awaited: Promise<void> | null = null;
    // What was awaited may have been replaced meanwhile.
    while (awaited !== this.underWay) {
      awaited = this.underWay;
      await awaited;
    }
    return this.unread === null ? this.shown.series : null;
  };

  /** What puts a period of the series in its place, fetched when one is chosen, does it by these. */
  readonly place = {
    /** How fast a hand that moves over the series is followed; null before it first does. */
    pace: null as Pace | null,
    read: this.read,
    show: (shown: Shown): void => this.show(shown),
    keep: (field: KeptField): void => this.keep(field),
    run: (work: Work, finish: Finish): void => this.run(work, finish),
    stop: this.leave,
    takeDataset: this.takeDataset,
    isReading: (): boolean => this.current !== null,
  };

  private report = (progress: Progress | null): void => {
    this.progress = progress;
    this.tell();
  };

  private async parse(given: Given, signal: AbortSignal): Promise<Outcome<Series>> {
    const remembered = (await choices())?.keptChoices();
    return compute.run("read-series", { ...given, remembered }, { signal, onProgress: this.report, priority: "reading" });
  }

  private keepLoaded = (series: Series): void => {
    this.keep({ text: "", hash: series.hash });
    void workspace.add(series);
  };

  /** @param failure of a loaded series in whose place the text is read: it goes on being shown */
  private readTyped(text: string, failure: Failure | null = null): void {
    this.unread = text;
    const given: Given = { source: text, name: "Typed values", origin: "typed", options: {} };
    this.run(
      (signal) => this.parse(given, signal),
      (outcome) => {
        if (outcome.ok) {
          this.unread = null;
          this.show({ ...NOTHING, series: outcome.value, failure, given });
          return;
        }
        // What was read before is not what the box says now.
        const refused = outcome.failure.code !== "canceled";
        if (refused) this.unread = null;
        this.show({ ...NOTHING, failure: refused ? outcome.failure : failure });
      },
    );
  }

  /** Reads a series that is in the box as loaded, unless it is the typed one read again. */
  private start(work: Work, done: (series: Series) => void, given: Given | null = null, asLoaded = true): void {
    // The thread that will save it starts meanwhile: until it has, leaving the page loses what was read.
    void workspace.open();
    this.run(work, (outcome) => {
      if (outcome.ok) {
        this.unread = null;
        this.show({ ...NOTHING, series: outcome.value, asLoaded, given });
        done(outcome.value);
        return;
      }
      const failure = outcome.failure.code === "canceled" ? null : outcome.failure;
      if (failure) this.show({ ...this.shown, failure, refused: given });
      if (this.unread !== null) this.readTyped(this.unread, failure);
    });
  }

  /** Of a panel the symbol that was in the field, or the first, where it holds one series. */
  private async oneOf(read: Promise<Outcome<Series>>, signal: AbortSignal): Promise<Outcome<Series>> {
    const outcome = await read;
    if (!outcome.ok || !outcome.value.quality.panel || this.options.whole) return outcome;
    const before = this.shown.series?.quality.symbolOf?.name;
    return (await panels()).firstSymbol(outcome.value, before, { signal });
  }

  private run(work: Work, finish: Finish): void {
    this.stop();
    this.shown = settled(this.shown);
    const controller = new AbortController();
    this.current = controller;
    this.report(STARTING);
    this.underWay = this.oneOf(work(controller.signal), controller.signal).then((outcome) => {
      if (this.current !== controller) return;
      this.current = null;
      // Told together with what was read, so that no one sees a field in which nothing stands and nothing is read.
      this.progress = null;
      this.shown = settled(this.shown);
      finish(outcome);
      this.tell();
    });
  }

  private stop(): void {
    clearTimeout(this.rest);
    const { current } = this;
    this.current = null;
    current?.abort();
  }

  private show(shown: Shown): void {
    this.shown = shown;
    this.tell();
  }
}
