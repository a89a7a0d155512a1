import { Suspense, useState } from "react";
import { returnsOf } from "../../../workers/analyzed-column";
import type { Reason, Series } from "../../../workers/contract";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import type { CheckReadingProps } from "./check-reading.tsx";
import { FixButtons } from "./fix-buttons.tsx";
import { fixesOf } from "./reading-fixes.ts";
import { adjustedWords, chosenWords, doubtWords, returnsWords, unsolvedWords } from "./reading-words.ts";
import type { SeriesSource } from "./use-series-source";

export const CheckReading = deferred(async () => (await import("./check-reading.tsx")).CheckReading);

export interface ReadingNoticeProps {
  series: Series;
  source: Pick<SeriesSource, "reread" | "settled" | "given" | "whole">;
}

/** What returns are in, and the way to prices or back; of a panel those of all its symbols. */
export function ReturnsNotice({ series, source }: ReadingNoticeProps) {
  const returns = returnsOf(series);
  if (!returns) return null;
  return (
    <div className="text-muted">
      {returnsWords(returns, series.quality.panel)}
      <FixButtons fixes={fixesOf(series, null).returns} series={series} source={source} />
    </div>
  );
}

/** What a text leaves open and what was chosen about it, and the way to look at it and choose. */
export function ReadingNotice({ series, source }: ReadingNoticeProps) {
  const { reread, given, whole } = source;
  const { chosen, adjusted, unsolved = [] } = series.quality;
  // A table that is taken whole has no column of its own.
  const doubts = (series.quality.doubts ?? []).filter((doubt) => !(whole && doubt === "value-column"));
  const choices = chosenWords(series.quality);
  return (
    <>
      {choices ? (
        <p className="text-muted">
          Read as chosen{chosen?.earlier ? " for an earlier text of this form" : ""}: {choices}
        </p>
      ) : null}
      <ReturnsNotice series={series} source={source} />
      {unsolved.length > 0 ? <p className="text-muted">{unsolvedWords(unsolved)}</p> : null}
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
      {reread && given ? <CheckButton series={series} given={given} reread={reread} /> : null}
    </>
  );
}

/** Why a text was refused that may be read in another way. */
const ELSEWISE: ReadonlySet<Reason> = new Set<Reason>([
  ...(["ingest/csvInvalid", "ingest/csvTooShort", "ingest/csvFailed", "ingest/csvNotCsv", "ingest/marketDataTooShort"] as const),
  ...(["ingest/noNumbers", "ingest/nothingLeft", "ingest/notInEncoding", "ingest/sheetUnsolved"] as const),
  // Choices for an earlier text of the form may not do for this one.
  ...(["ingest/compoundImpossible", "ingest/adjustNothing", "ingest/adjustUndated"] as const),
  ...(["ingest/adjustTwice", "ingest/adjustRepeated", "ingest/adjustImpossible"] as const),
]);

interface RefusedReadingProps {
  source: Pick<SeriesSource, "failure" | "given" | "refused" | "readAgain">;
}

/** The way to look at a text that could not be read as it was found, and to choose. What stands in the field has its own. */
export function RefusedReading({ source: { failure, given, refused, readAgain } }: RefusedReadingProps) {
  if (!failure || !refused || !ELSEWISE.has(failure.reason) || refused.source === given?.source) return null;
  return <CheckButton series={null} given={refused} reread={(options) => readAgain(options, refused)} />;
}

function CheckButton(props: Omit<CheckReadingProps, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" className="mt-1.5 self-start" onPress={() => setOpen(true)}>
        Check the reading…
      </Button>
      {open ? (
        <Suspense>
          <CheckReading {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
