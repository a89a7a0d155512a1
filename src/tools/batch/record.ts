import type { AnsweredSeries } from "../../../workers/batch/jobs/answer-series";
import type { Millis } from "../../../workers/contract";
import { screenRecord } from "../../analysis/record";
import { type BatchRun, givenOf, startOf, textsOf } from "./batch-run";
import { shownCells } from "./figures";
import { type BatchInputs, QUESTIONS } from "./settings";

const screen = screenRecord<BatchInputs>("/batch", ["opened", "hostFiles"]);

/** A restored batch that finished longer ago has already been recorded. */
const JUST_NOW: Millis = 10_000;

/** All results as a single job returns them: the run is repeated by running that job. */
function wholeOf(run: BatchRun): AnsweredSeries {
  const texts = textsOf(run).map((text) => text.slice(1, -1));
  return { rows: run.rows.map(({ row }) => row), outlines: run.rows.map(({ outline }) => outline), text: `[${texts.join(",")}]` };
}

/** Files and a host's data are unavailable when it is repeated: its input says so. */
const inputOf = ({ plan: { question, settings, column }, data, sources }: BatchRun): unknown => ({
  question,
  settings,
  column,
  tasks: sources.map(({ source }) => [source]),
  given: data.there ? new Map() : givenOf(data, sources),
  shown: shownCells(question),
});

/** Records a batch that has just finished in the list of runs, from which it can be reopened with its rows. */
export async function record(run: BatchRun): Promise<void> {
  const { id, plan, inputs, data, sources, failed, digest, millis, at } = run;
  if (run.elsewhere || run.digest === null || Date.now() - at > JUST_NOW) return;
  await screen.record(
    {
      job: "answer-series",
      input: inputOf(run) as never,
      value: wholeOf(run),
      startedAt: startOf(run) ?? at,
      millis,
      at,
      settings: { ...inputs, opened: id, hostFiles: data.there ? plan.data.join(", ") : "" },
    },
    {
      title: `Batch: ${QUESTIONS[plan.question].label}, ${data.name}`,
      data: { data: { series: data.series, text: "" } },
      figures: [
        { label: "Series", value: sources.length, unit: "" },
        { label: "Failed", value: failed, unit: "" },
        { label: "Digest", value: digest?.slice(0, 12) ?? "—", unit: "" },
      ],
    },
  );
}
