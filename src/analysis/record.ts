import { succeed } from "../../workers/contract";
import type { RunToRecord } from "../state/run-to-record";
import { recordRun } from "../state/runs";
import { copyShareLink } from "../state/share";
import type { Answer, JobName } from "./use-analysis";

type Told = Pick<RunToRecord, "title" | "data" | "figures">;

/** How the runs of a screen go into the list of runs, and its settings into a link. */
export interface ScreenRecord<Settings> {
  /** Writes a finished run down; nobody waits for it. */
  record(run: Answer<JobName> & { settings: Settings }, told: Told): Promise<void>;
  /** Puts a link to the screen with its settings on the clipboard. */
  copyLink(settings: Settings): Promise<void>;
}

/** @param ofData settings that say something about the data, such as the name of a column: they stay out of links */
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
    copyLink: (settings) => copyShareLink(screen, part(settings, false)),
  };
}
