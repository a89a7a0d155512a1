import { useEffect, useRef, useState } from "react";
import type { TakenColumn } from "../../../workers/batch/jobs/ask-question";
import { fail, type Outcome, type Progress, type Series, succeed } from "../../../workers/contract";
import { figuresOf } from "../../analysis/run-figures";
import { compute } from "../../client/compute";
import { withTexts } from "../../client/failures";
import { failureText } from "../../lib/texts.ts";
import { runBook } from "../../state/run-list";
import type { RunToRecord } from "../../state/run-to-record";
import { workspace } from "../../state/workspace";
import type { ShownFailure } from "../../ui/failure-box.tsx";
import { type ComparedModel, modelAt } from "./compared-models";

/** One side: model and dataset. */
export interface Side {
  hash: string;
  model: string;
}

interface SideBySide {
  busy: boolean;
  progress: Progress | null;
  failure: ShownFailure | null;
  compare: (sides: readonly [Side, Side]) => void;
  cancel: () => void;
}

/** A job's input with the columns of a series filled in. */
function withColumns(value: unknown, series: Series): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map((one) => withColumns(one, series));
  const { takenColumn } = value as Partial<TakenColumn>;
  if (takenColumn !== undefined) return takenColumn < 0 ? series.times : series.columns[takenColumn].values;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withColumns(one, series)]));
}

async function answered(
  series: Series,
  model: ComparedModel,
  signal: AbortSignal,
  onProgress: (now: Progress) => void,
): Promise<Outcome<RunToRecord>> {
  const startedAt = Date.now();
  const { hash, name, length, times, columns, primary } = series;
  const asked = { question: model.question, series: { hash, name, length, times, columns, primary }, settings: model.settings };
  const outcome = await compute.run("ask-question", asked, { signal, onProgress });
  if (!outcome.ok) return outcome;
  const { job, input, value, settings } = outcome.value;
  return succeed({
    screen: model.screen,
    title: model.label,
    job: job as RunToRecord["job"],
    input: withColumns(input, series),
    data: { data: { series, text: "" } },
    outcome: succeed(value),
    figures: figuresOf(job, value, input as object),
    startedAt,
    millis: Date.now() - startedAt,
    settings: settings as object,
  });
}

/** Computes both sides and records them as runs, which are then compared. A side that has been computed before reuses that run. */
export function useSideBySide(onDone: (one: string, other: string) => void): SideBySide {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const side = async ({ hash, model }: Side, { signal }: AbortController): Promise<Outcome<string>> => {
    const series = await workspace.load(hash, { signal });
    if (!series.ok) return series;
    const run = await answered(series.value, modelAt(model), signal, (now) => !signal.aborted && setProgress(now));
    if (!run.ok) return run;
    const kept = await runBook.record(run.value);
    return kept ? succeed(kept.id) : fail("storage", "runtime/said", { text: "The result could not be recorded" });
  };
  const compare = async ([first, second]: readonly [Side, Side]) => {
    under.current?.abort();
    const controller = new AbortController();
    under.current = controller;
    setBusy(true);
    setFailure(null);
    const one = await side(first, controller);
    const other = one.ok ? await side(second, controller) : one;
    const refused = one.ok ? (other.ok ? null : other) : one;
    const said = refused ? await withTexts<string>(refused) : null;
    if (under.current !== controller) return;
    setBusy(false);
    setProgress(null);
    if (said && !said.ok && said.failure.code !== "canceled")
      setFailure({ ...said.failure, message: `${one.ok ? "Second" : "First"}: ${failureText(said.failure)}` });
    if (one.ok && other.ok) onDone(one.value, other.value);
  };
  return { busy, progress, failure, compare: (sides) => void compare(sides), cancel: () => under.current?.abort() };
}
