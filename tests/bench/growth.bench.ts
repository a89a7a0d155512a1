import { it } from "vitest";
import { jobs } from "../../workers/jobs";
import { parts } from "../../workers/parts";
import { ALONE, shareOut } from "../../workers/runtime/crew";
import type { Job, JobContext } from "../../workers/runtime/job";
import { failureText } from "../fixtures/failure-text";
import { benchContext } from "./context";
import { GROWING, Source } from "./growing-jobs";
import { fromEnvironment, sink } from "./measure";

/** Takes minutes: `BENCH_GROWTH=all npm run bench -- growth`, or job names separated by commas. */
const asked = fromEnvironment("BENCH_GROWTH");
const LENGTHS = [1e3, 1e4, 1e5, 1e6, 1e7];
/**
 * A length is skipped if it would take longer than this, extrapolated from the slope so far; times below the first constant are fixed costs
 * of a job.
 */
const MAX_MILLIS = 12_000;
const MIN_MILLIS = 2;
/** A length is repeated until this much time is spent. */
const ENOUGH_MILLIS = 400;
const GOAL = 1.05;

const table: Record<string, Job<never, unknown>> = jobs;
const partTable: Record<string, Job<never, unknown>> = parts;

/** A single-threaded context that computes the parts of a job itself. */
async function context(): Promise<JobContext> {
  const own: JobContext = {
    ...(await benchContext()),
    parallel: (job: string, inputs: readonly unknown[]) =>
      shareOut(ALONE, { run: 0, job, inputs }, async (input) => partTable[job](input as never, own)),
  };
  return own;
}

/** Fastest of several runs in milliseconds, or the message if the job refuses the length. */
async function timeOf(own: JobContext, job: string, length: number): Promise<number | string> {
  const source = new Source(own, length);
  const input = await GROWING[job].input(source.values, source);
  let [best, spent] = [Number.POSITIVE_INFINITY, 0];
  for (let runs = 0; runs < 2 || (spent < ENOUGH_MILLIS && runs < 20); runs++) {
    if (runs > 0 && best > 2000) break;
    const started = performance.now();
    const outcome = await table[job](input as never, own);
    const millis = performance.now() - started;
    if (!outcome.ok) return failureText(outcome.failure);
    sink[0] = outcome.value;
    [best, spent] = [Math.min(best, millis), spent + millis];
  }
  return best;
}

const shown = (millis: number) => millis.toPrecision(3).padStart(9);

it.skipIf(asked === "")(
  "growth of every job's time from a thousand values to ten million",
  async () => {
    const lines: string[] = [];
    for (const [job, { why }] of Object.entries(GROWING)) {
      if (asked !== "all" && !asked.split(",").includes(job)) continue;
      const own = await context();
      const times: number[] = [];
      let end = "";
      for (const [place, length] of LENGTHS.entries()) {
        const slope = place > 1 ? Math.max(1, Math.log10(times[place - 1] / times[place - 2])) : 1;
        if (place > 0 && times[place - 1] * 10 ** slope > MAX_MILLIS) {
          end = `${length.toExponential(0)} would take over ${MAX_MILLIS / 1000} s`;
          break;
        }
        const found = await timeOf(own, job, length);
        if (typeof found === "string") {
          end = `${length.toExponential(0)}: ${found}`;
          break;
        }
        times.push(found);
      }
      const slopes = times.slice(1).map((millis, place) => (times[place] < MIN_MILLIS ? null : Math.log10(millis / times[place])));
      const known = slopes.filter((slope) => slope !== null);
      const mean = known.length === 0 ? null : known.reduce((sum, slope) => sum + slope, 0) / known.length;
      // A column of ten million values is 80 MB: what was cached before now comes from memory, into pages touched for the first time.
      const inCache = slopes.slice(0, 3).every((slope) => slope === null || slope <= GOAL);
      const word = mean === null || mean <= GOAL ? "" : (why ?? (inCache ? "the last decade alone, beyond the caches" : "OVER"));
      const columns = LENGTHS.map((_, place) => (place < times.length ? shown(times[place]) : "-".padStart(9)));
      lines.push(
        `  ${job.padEnd(24)}${columns.join("")}  ${(mean?.toFixed(2) ?? "-").padStart(5)}  ${[word, end].filter(Boolean).join("; ")}`,
      );
      console.log(lines.at(-1));
    }
    const head = `  ${"job, milliseconds".padEnd(24)}${LENGTHS.map((length) => length.toExponential(0).padStart(9)).join("")}  slope`;
    console.log([`\nGrowth by length; slope on log-log axes where a run takes ${MIN_MILLIS} ms and more`, head, ...lines].join("\n"));
  },
  1_200_000,
);
