import type { Failure, Millis, Outcome, Progress, Series } from "../../../workers/contract";
import type { PanelOptions, ReadOptions } from "../../../workers/ingest";
import { compute } from "../../client/compute";
import { canceled } from "../../client/failures";
import { clockTime } from "../../lib/format.ts";
import { Listened } from "../../lib/store";
import type { FieldContent } from "../../state/hand-over";
import { workspace } from "../../state/workspace";
import type { VersionChoice } from "./newer-file";
import type { Pace } from "./pace";
import { type Finish, type Given, NOTHING, type Shown, settled, type Work } from "./reader-state";
import { type SampleId, sampleOf } from "./samples";

/** How long typing must pause before the text is read. */
const TYPING_REST: Millis = 300;
/** Maximum characters of a pasted text that is kept for re-reading. */
const MAX_HELD = 1 << 20;
/** Panel options for a sample of many symbols in a field that accepts all of them. */
const COMMON_DATES: PanelOptions = { calendar: "inner", fill: "none" };
const STARTING: Progress = { fraction: 0, label: "Reading" };

/**
 * Whether a file contains shared settings, for which the shell asks. Loaded with the first file; if loading fails, the file is read as
 * data.
 */
const isShared = (file: File): Promise<boolean> =>
  import("../../state/offered-file").then(({ isOffered }) => isOffered(file)).catch(() => false);

/** Remembered choices for parts of files of known formats. Loaded with the first reading; if loading fails, files are auto-detected. */
const choices = () => import("./reading-choices").catch(() => null);

/** Compares a file with stored series. Loaded with the first file. */
const versions = () => import("./newer-file");

/** Extracts symbols from panels. Loaded with the first panel. */
const panels = () => import("./panel-symbols");

/**
 * Reads the input of one field, one source at a time: a newer text, paste, file or dataset supersedes a reading in progress. A loaded
 * series that fails or is canceled leaves the field unchanged; typed text always stays, and is read if it has not been.
 */
export class SeriesReader extends Listened {
  private shown = NOTHING;
  private progress: Progress | null = null;
  private current: AbortController | null = null;
  private underWay: Promise<void> = Promise.resolve();
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** Text in the box that has not been read yet. */
  private unread: string | null = null;

  /**
   * @param keep stores the state of the field
   * @param options whether the field holds a whole panel, or one symbol at a time
   */
  constructor(
    private readonly keep: (field: FieldContent) => void,
    private readonly options: { whole?: boolean } = {},
  ) {
    super();
  }

  /** The same object while only progress changes. */
  read = (): Shown => this.shown;

  reading = (): Progress | null => this.progress;

  /** Restores the content the field had when its screen was left. */
  restore({ text, hash }: FieldContent): void {
    if (hash) this.takeDataset(hash);
    else if (text.trim() !== "") this.readTyped(text);
  }

  /** Replaces the content of the field. */
  take = ({ text, hash }: FieldContent): void => (hash ? this.takeDataset(hash) : this.setText(text));

  /** Stops reading because the screen is left. */
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
    // A long text would stay in memory as long as its series is in the field; the Blob of a paste is stored elsewhere.
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

  /** Whether a newer file is waiting for the user's choice. */
  asks = (): boolean => this.shown.newer !== null;

  /** Applies the choice about a newer file of a known series; null ignores the file. */
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

  /** Re-reads the field's source, or one that was refused, with other options. */
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
    // With many symbols, another can be chosen.
    this.start(read, this.keepLoaded, file === null ? given : null);
  };

  takeDataset = (hash: string): void =>
    this.start(
      (signal) => workspace.load(hash, { signal, onProgress: this.report }),
      (series) => (series.hash === hash ? this.keep({ text: "", hash }) : this.keepLoaded(series)),
    );

  /** Replaces the symbol in the field by another of its panel. */
  takeSymbol = (name: string): void => {
    const { series, given } = this.shown;
    const panel = series?.quality.symbolOf?.panel;
    if (!panel) return;
    this.start(async (signal) => (await panels()).symbolOfDataset(panel, name, { signal }), this.keepLoaded, given);
    this.show({ ...this.shown, rereading: true });
  };

  /** Cancels a reading in progress; the previous content stays. */
  cancel = (): void => this.current?.abort();

  clear = (): void => this.setText("");

  /** The series once reading has finished; null if there is none. Unread text is read now. */
  settled = async (): Promise<Series | null> => {
    if (this.unread !== null && !this.current) this.readTyped(this.unread);
    let awaited: Promise<void> | null = null;
    // The awaited reading may have been superseded.
    while (awaited !== this.underWay) {
      awaited = this.underWay;
      await awaited;
    }
    return this.unread === null ? this.shown.series : null;
  };

  /** Access for the period chooser, which is loaded when first used. */
  readonly place = {
    /** Throttles live updates while dragging over the series; null before the first drag. */
    pace: null as Pace | null,
    read: this.read,
    show: (shown: Shown): void => this.show(shown),
    keep: (field: FieldContent): void => this.keep(field),
    run: (work: Work, finish: Finish): void => this.run(work, finish),
    stop: this.leave,
    takeDataset: this.takeDataset,
    isReading: (): boolean => this.current !== null,
  };

  private report = (progress: Progress | null): void => {
    this.progress = progress;
    this.emit();
  };

  private async parse(given: Given, signal: AbortSignal): Promise<Outcome<Series>> {
    const remembered = (await choices())?.keptChoices();
    return compute.run("read-series", { ...given, remembered }, { signal, onProgress: this.report, priority: "reading" });
  }

  private keepLoaded = (series: Series): void => {
    this.keep({ text: "", hash: series.hash });
    void workspace.add(series);
  };

  /** @param failure of a loaded series, still shown while the text is read in its place */
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
        // The previous series no longer matches the text.
        const refused = outcome.failure.code !== "canceled";
        if (refused) this.unread = null;
        this.show({ ...NOTHING, failure: refused ? outcome.failure : failure });
      },
    );
  }

  /** Reads a series shown as loaded, unless it is typed text being re-read. */
  private start(work: Work, done: (series: Series) => void, given: Given | null = null, asLoaded = true): void {
    // Starts the storage worker meanwhile: until it is ready, leaving the page loses the data.
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

  /** If the field takes a single series: the panel's symbol that was in it, or the first. */
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
      // Published together with the series, so that the field is never seen as both empty and idle.
      this.progress = null;
      this.shown = settled(this.shown);
      finish(outcome);
      this.emit();
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
    this.emit();
  }
}
