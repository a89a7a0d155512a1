import { Suspense, useState } from "react";
import type { Series } from "../../../workers/contract";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { adjustedWords, choiceWords, doubtWords } from "./reading-words.ts";
import type { SeriesSource } from "./use-series-source";

export const CheckReading = deferred(async () => (await import("./check-reading.tsx")).CheckReading);

export interface ReadingNoticeProps {
  series: Series;
  source: Pick<SeriesSource, "reread" | "given" | "whole">;
}

/** What a text leaves open and what was chosen about it, and the way to look at it and choose. */
export function ReadingNotice({ series, source: { reread, given, whole } }: ReadingNoticeProps) {
  const [open, setOpen] = useState(false);
  const { chosen, adjusted } = series.quality;
  // A table that is taken whole has no column of its own.
  const doubts = (series.quality.doubts ?? []).filter((doubt) => !(whole && doubt === "value-column"));
  const choices = chosen ? choiceWords(chosen.options) : "";
  return (
    <>
      {choices ? (
        <p className="text-muted">
          Read as chosen{chosen?.earlier ? " for an earlier text of this form" : ""}: {choices}
        </p>
      ) : null}
      {adjusted ? <p className="text-muted">{adjustedWords(adjusted)}</p> : null}
      {doubts.length > 0 ? (
        <ul
          aria-label="Ambiguous in the text"
          className="mt-1.5 flex flex-col gap-0.5 rounded-[6px] border border-warn/45 bg-warn/8 px-2 py-1.5"
        >
          {doubts.map((doubt) => (
            <li key={doubt}>
              <span aria-hidden="true" className="text-warn">
                ▲{" "}
              </span>
              {doubtWords(doubt, series)}
            </li>
          ))}
        </ul>
      ) : null}
      {reread && given ? (
        <Button size="small" className="mt-1.5" onPress={() => setOpen(true)}>
          Check the reading…
        </Button>
      ) : null}
      {open && reread && given ? (
        <Suspense>
          <CheckReading series={series} given={given} reread={reread} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
