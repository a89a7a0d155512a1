import type { Millis } from "../../workers/contract";
import { Listened } from "../lib/store";
import type { Figure } from "./run-body";
import type { RunToRecord } from "./run-to-record";

/** Maximum number of runs remembered: dragging over a series produces many. */
const MAX_TOLD = 40;

/** The figures of a run, with its data and settings. */
export interface ToldRun {
  screen: string;
  job: string;
  title: string;
  /** Hashes of its series. */
  data: string[];
  /** As JSON: runs with equal settings have equal texts. */
  settings: string;
  figures: readonly Figure[];
  startedAt: Millis;
}

/** The latest runs of this page, stored or not, newest first. */
class ToldRuns extends Listened {
  private told: readonly ToldRun[] = [];

  add({ screen, job, title, data, settings, figures, startedAt }: RunToRecord): void {
    const hashes = Object.values(data).flatMap(({ series }) => (series ? [series.hash] : []));
    const told = { screen, job, title, data: hashes, settings: JSON.stringify(settings), figures, startedAt };
    this.told = [told, ...this.told].slice(0, MAX_TOLD);
    this.tell();
  }

  read = (): readonly ToldRun[] => this.told;
}

export const toldRuns = new ToldRuns();
