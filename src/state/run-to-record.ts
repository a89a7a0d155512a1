import type { Millis, Outcome, Series } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { Figure } from "./run-body";

/** A tool's description of a finished run. */
export interface RunToRecord {
  /** Canonical address of the screen. */
  screen: `/${string}`;
  /** What to call the run: "GARCH(1,1), Skewed-t". */
  title: string;
  job: keyof Jobs & string;
  input: unknown;
  /** The data fields of the screen, by name: what was in them, and the text where it was typed. */
  data: Record<string, { series: Series | null; text: string }>;
  outcome: Outcome<unknown>;
  figures: readonly Figure[];
  startedAt: Millis;
  millis: Millis;
  /** Settings of the screen by their input names: compared, filled in again, and carried by links. Nothing that is data. */
  settings: object;
  /** Inputs of the screen that are data, such as a news text: filled in again, and only in a link with its data. */
  content?: object;
}
