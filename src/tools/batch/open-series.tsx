import { useNavigate } from "@tanstack/react-router";
import { memo, useCallback } from "react";
import { succeed } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { handOver } from "../../state/hand-over";
import { workspace } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { type BatchRun, givenOf } from "./batch-run";
import { QUESTIONS } from "./settings";

/** Opens a series, by its position, in the tool of the job; a stable function as long as the table does not change. */
export function useOpenSeries(run: BatchRun): (place: number) => void {
  const navigate = useNavigate();
  const latest = useLatest(run);
  return useCallback(
    async (place: number) => {
      const { sources, plan, data } = latest.current;
      const { tool } = QUESTIONS[plan.question];
      const listed = sources[place];
      const given = data.there ? await (await import("./series-there")).givenThere(plan, listed, place) : succeed(givenOf(data, [listed]));
      if (!given.ok) return toastFailure(given.failure);
      const outcome = await compute.run("open-source", { ...listed, given: given.value }, { cache: false });
      if (!outcome.ok) return toastFailure(outcome.failure);
      await workspace.add(outcome.value);
      handOver(`${tool.slice(1)}/data`, { text: "", hash: outcome.value.hash });
      void navigate({ to: tool });
    },
    [latest, navigate],
  );
}

interface OpenSeriesProps {
  name: string;
  place: number;
  open: (place: number) => void;
}

/** A series name that opens it. Memoized, since the table re-renders often. */
export const OpenSeries = memo(function OpenSeries({ name, place, open }: OpenSeriesProps) {
  return (
    <Button kind="quiet" size="small" className="-ml-2" aria-label={`Open ${name} in its tool`} onPress={() => open(place)}>
      <span className="block max-w-56 truncate @max-[640px]:max-w-28">{name}</span>
    </Button>
  );
});
