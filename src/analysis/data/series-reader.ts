import { because, type Failure, type Millis, type Outcome, type Progress, type Series, type SeriesOrigin } from "../../../workers/contract";
import type { ReadOptions } from "../../../workers/ingest";
import { compute } from "../../client/compute";
import { canceled } from "../../client/failures";
import { clockTime } from "../../lib/format.ts";
import { Listened } from "../../lib/store";
import { workspace } from "../../state/workspace";
import type { Pace } from "./pace";
import { type SampleId, sampleOf } from "./samples";

/** How long the typing must rest before the text is read. */
const TYPING_REST: Millis = 300;
/** Signs of a pasted text that can be read again in another way. */
const MAX_HELD = 1 << 20;
const STARTING: Progress = { fraction: 0, label: "Reading" };

/** Whether a file holds shared settings, about which the shell asks. The code for that comes with the first file; without it the file is read as data. */
const isShared = (file: File): Promise<boolean> =>
  import("../../state/offered-file").then(({ isOffered }) => isOffered(file)).catch(() => false);

/** What was chosen among the things that files of known forms hold. The code for that comes with the first reading; without it files are read as they are likeliest meant. */
const choices = () => import("./reading-choices").catch(() => null);

/** What a series was read from, as long as it can be read again in another way. */
interface Given {
  source: Blob | string;
  name: string;
  origin: SeriesOrigin;
  options: ReadOptions;
}

/** What is remembered of a field over a reload. */
export interface KeptField {
  /** What is typed in the box; empty while a loaded series stands there. */
  text: string;
  /** Hash of the loaded series in the workspace. */
  hash: string | null;
}

/** What reading has made of a field so far. */
export interface Shown {
  series: Series | null;
  /** The series stands in the box as loaded, not as text. */
  asLoaded: boolean;
  failure: Failure | null;
  given: Given | null;
  /** The series is being read again in another way, and stays on show meanwhile. */
  rereading: boolean;
  /** What stood there before a period of it was chosen; null where no period is, or its whole is not at hand. */
  whole: Shown | null;
}

type Work = (signal: AbortSignal) => Promise<Outcome<Series>>;
type Finish = (outcome: Outcome<Series>) => void;

export const NOTHING: Shown = { series: null, asLoaded: false, failure: null, given: null, rereading: false, whole: null };

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

  /** @param keep remembers what stands in the field */
  constructor(private readonly keep: (field: KeptField) => void) {
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

  /** Puts something else in the place of what stands in the field. */
  take = ({ text, hash }: KeptField): void => (hash ? this.takeDataset(hash) : this.setText(text));

  /** Stops what is being read, because the screen is left. */
  leave(): void {
    this.stop();
    this.report(null);
  }

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

  takeText = (text: Blob | string): void => this.load(text, `Pasted ${clockTime(Date.now())}`, "pasted");

  takeFile = (file: File): void => {
    const given: Given = { source: file, name: file.name, origin: "file", options: {} };
    this.start(async (signal) => ((await isShared(file)) ? canceled() : this.parse(given, signal)), this.keepLoaded, given);
  };

  /** Reads what stands in the field again, in another way. */
  reread = (options: ReadOptions): void => {
    const { given, asLoaded } = this.shown;
    if (!given) return;
    const again = { ...given, options: { ...given.options, ...options } };
    const keep = (series: Series) => void choices().then((kept) => kept?.keepChoices(series, options));
    const done = (series: Series) => {
      keep(series);
      if (asLoaded) this.keepLoaded(series);
    };
    this.start((signal) => this.parse(again, signal), done, again, asLoaded);
    this.show({ ...this.shown, rereading: true });
  };

  takeSample = (id: SampleId): void => {
    const { file, label } = sampleOf(id);
    const fetchAndRead = async (signal: AbortSignal) => {
      const response = await fetch(`${import.meta.env.BASE_URL}samples/${file}`, { signal });
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      return this.parse({ source: await response.blob(), name: label, origin: "sample", options: {} }, signal);
    };
    this.start((signal) => fetchAndRead(signal).catch((error) => (signal.aborted ? canceled() : unreadable(error))), this.keepLoaded);
  };

  takeDataset = (hash: string): void =>
    this.start(
      (signal) => workspace.load(hash, { signal, onProgress: this.report }),
      () => this.keep({ text: "", hash }),
    );

  /** Cancels a reading under way; what stood in the field before stays. */
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
    read: (): Shown => this.shown,
    show: (shown: Shown): void => this.show(shown),
    keep: (field: KeptField): void => this.keep(field),
    run: (work: Work, finish: Finish): void => this.run(work, finish),
    stop: (): void => {
      this.stop();
      this.report(null);
    },
    takeDataset: (hash: string): void => this.takeDataset(hash),
    isReading: (): boolean => this.current !== null,
  };

  private report = (progress: Progress | null): void => {
    this.progress = progress;
    this.tell();
  };

  private async parse(given: Given, signal: AbortSignal): Promise<Outcome<Series>> {
    const remembered = (await choices())?.keptChoices();
    return compute.run("read-series", { ...given, remembered }, { signal, onProgress: this.report });
  }

  private load(source: Blob | string, name: string, origin: SeriesOrigin): void {
    const given = { source, name, origin, options: {} };
    // A long text would stand in memory as long as its series stands in the field; files and the clipboard's Blob lie elsewhere.
    const again = typeof source === "string" && source.length > MAX_HELD ? null : given;
    this.start((signal) => this.parse(given, signal), this.keepLoaded, again);
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

  /** Reads a series that stands in the box as loaded, unless it is the typed one read again. */
  private start(work: Work, done: (series: Series) => void, given: Given | null = null, asLoaded = true): void {
    this.run(work, (outcome) => {
      if (outcome.ok) {
        this.unread = null;
        this.show({ ...NOTHING, series: outcome.value, asLoaded, given });
        done(outcome.value);
        return;
      }
      const failure = outcome.failure.code === "canceled" ? null : outcome.failure;
      if (failure) this.show({ ...this.shown, failure });
      if (this.unread !== null) this.readTyped(this.unread, failure);
    });
  }

  private run(work: Work, finish: Finish): void {
    this.stop();
    this.shown = settled(this.shown);
    const controller = new AbortController();
    this.current = controller;
    this.report(STARTING);
    this.underWay = work(controller.signal).then((outcome) => {
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

const settled = (shown: Shown): Shown => (shown.rereading ? { ...shown, rereading: false } : shown);

function unreadable(error: unknown): Outcome<never> {
  console.error(error);
  return { ok: false, failure: { code: "storage", ...because("ingest/fileUnreadable") } };
}
