import type { Millis } from "../../workers/contract";
import { Listened } from "../lib/store";
import type { Figure } from "./run-body";
import type { RunToRecord } from "./run-to-record";

/** Maximum number of runs remembered: dragging over a series produces many. */
const MAX_RUNS = 40;

/** The figures of a run, with its data and settings. */
export interface PageRun {
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
class PageRuns extends Listened {
  private runs: readonly PageRun[] = [];

  add({ screen, job, title, data, settings, figures, startedAt }: RunToRecord): void {
    const hashes = Object.values(data).flatMap(({ series }) => (series ? [series.hash] : []));
    const run = { screen, job, title, data: hashes, settings: JSON.stringify(settings), figures, startedAt };
    this.runs = [run, ...this.runs].slice(0, MAX_RUNS);
    this.emit();
  }

  read = (): readonly PageRun[] => this.runs;
}

export const pageRuns = new PageRuns();
