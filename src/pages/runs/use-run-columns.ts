import { useEffect, useState } from "react";
import { type Failure, type Outcome, succeed } from "../../../workers/contract";
import { sayable } from "../../client/failures";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { runBook } from "../../state/run-list";
import { columnsOfResult, type RunColumn } from "./run-columns";

/** The columns of a run's result; both null while it is being computed again. */
export interface RunColumns {
  columns: RunColumn[] | null;
  failure: Failure | null;
}

async function columnsOf(run: RunBody, signal: AbortSignal): Promise<Outcome<RunColumn[]>> {
  const [answer, data] = await Promise.all([runBook.answer(run, { signal }), runBook.seriesOf(run, signal)]);
  if (!answer.ok) return answer;
  return data.ok ? succeed(columnsOfResult(answer.value, [...data.value.values()])) : data;
}

const NOTHING: RunColumns = { columns: null, failure: null };

/** A run keeps its question and not its columns: it is answered again, and let go of when another is looked at. */
export function useRunColumns({ id, body }: Kept<RunBody>): RunColumns {
  const [known, setKnown] = useState<RunColumns & { id: string }>({ id, ...NOTHING });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name or pin does not change what a run computed.
  useEffect(() => {
    const controller = new AbortController();
    void columnsOf(body, controller.signal).then(async (outcome) => {
      const said = await sayable(outcome);
      if (controller.signal.aborted) return;
      setKnown(said.ok ? { id, columns: said.value, failure: null } : { id, columns: null, failure: said.failure });
    });
    return () => controller.abort();
  }, [id]);
  return known.id === id ? known : NOTHING;
}
