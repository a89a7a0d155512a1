import type { Millis, Outcome, Series } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { Figure } from "./run-body";

/** A tool's description of a finished run. */
export interface RunToRecord {
  /** Canonical path of the screen. */
  screen: `/${string}`;
  /** Title of the run: "GARCH(1,1), Skewed-t". */
  title: string;
  job: keyof Jobs & string;
  input: unknown;
  /** The data fields of the screen by name: content, and text if it was typed. */
  data: Record<string, { series: Series | null; text: string }>;
  outcome: Outcome<unknown>;
  figures: readonly Figure[];
  startedAt: Millis;
  millis: Millis;
  /** Settings of the screen by input name: compared, restored, and included in links. No data. */
  settings: object;
  /** Inputs of the screen that are data, such as a news text: restored, and included only in a link with data. */
  content?: object;
}
