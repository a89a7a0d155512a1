import { succeed } from "../../workers/contract";
import type { RunToRecord } from "../state/run-to-record";
import { recordRun } from "../state/runs";
import type { SharedScreen } from "../state/share-code";
import type { Answer, JobName } from "./use-analysis";

type Told = Pick<RunToRecord, "title" | "data" | "figures">;

/** How the runs of a screen go into the list of runs, and its settings into a link. */
export interface ScreenRecord<Settings> {
  /** Writes a finished run down; nobody waits for it. */
  record(run: Answer<JobName> & { settings: Settings }, told: Told): Promise<void>;
  /** What a link to the screen, or a file, carries of its settings. */
  shared(settings: Settings): SharedScreen;
}

/** @param ofData settings that say something about the data, such as the name of a column: they stay out of what is shared */
export function screenRecord<Settings extends object>(screen: `/${string}`, ofData: readonly (keyof Settings)[]): ScreenRecord<Settings> {
  const part = (settings: Settings, data: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([key]) => ofData.includes(key as keyof Settings) === data));
  return {
    record: ({ job, input, value, startedAt, millis, settings }, told) =>
      recordRun({
        ...told,
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
