import { useEffect, useState } from "react";
import { type Failure, type Outcome, succeed } from "../../../workers/contract";
import { withTexts } from "../../client/failures";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { runBook } from "../../state/run-list";
import { columnsOfResult, type RunColumn } from "./run-columns";

/** The columns of a run's result; both null while they are being recomputed. */
interface RunColumns {
  columns: RunColumn[] | null;
  failure: Failure | null;
}

async function columnsOf(run: RunBody, signal: AbortSignal): Promise<Outcome<RunColumn[]>> {
  const [answer, data] = await Promise.all([runBook.answer(run, { signal }), runBook.seriesOf(run, signal)]);
  if (!answer.ok) return answer;
  return data.ok ? succeed(columnsOfResult(answer.value, [...data.value.values()])) : data;
}

const NOTHING: RunColumns = { columns: null, failure: null };

/** A stored run has its input but not its columns: they are recomputed, and released when another run is selected. */
export function useRunColumns({ id, body }: Kept<RunBody>): RunColumns {
  const [known, setKnown] = useState<RunColumns & { id: string }>({ id, ...NOTHING });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name or pin does not change what a run computed.
  useEffect(() => {
    const controller = new AbortController();
    void columnsOf(body, controller.signal).then(async (outcome) => {
      const said = await withTexts(outcome);
      if (controller.signal.aborted) return;
      setKnown(said.ok ? { id, columns: said.value, failure: null } : { id, columns: null, failure: said.failure });
    });
    return () => controller.abort();
  }, [id]);
  return known.id === id ? known : NOTHING;
}
