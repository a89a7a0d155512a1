import { succeed } from "../../workers/contract";
import type { RunToRecord } from "../state/run-to-record";
import { recordRun } from "../state/runs";
import type { SharedScreen } from "../state/share-code";
import type { Answer, JobName } from "./use-analysis";

type RunFacts = Pick<RunToRecord, "title" | "data" | "figures">;

/** How a screen's runs are recorded in the list of runs, and its settings encoded in a link. */
export interface ScreenRecord<Settings> {
  /** Records a finished run; not awaited. */
  record(run: Answer<JobName> & { settings: Settings }, facts: RunFacts): Promise<void>;
  /** The settings that a link or file of the screen contains. */
  shared(settings: Settings): SharedScreen;
}

/** @param ofData settings that reveal something about the data, such as a column name: excluded from sharing */
export function screenRecord<Settings extends object>(screen: `/${string}`, ofData: readonly (keyof Settings)[]): ScreenRecord<Settings> {
  const part = (settings: Settings, data: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([key]) => ofData.includes(key as keyof Settings) === data));
  return {
    record: ({ job, input, value, startedAt, millis, settings }, facts) =>
      recordRun({
        ...facts,
        screen,
        job,
        input,
        outcome: succeed(value),
        startedAt,
        millis,
        settings: part(settings, false),
        content: part(settings, true),
      }),
    shared: (settings) => ({ screen, settings: part(settings, false) }),
  };
}
