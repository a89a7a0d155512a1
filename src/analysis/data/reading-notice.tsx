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

interface ReadingNoticeProps {
  series: Series;
  source: Pick<SeriesSource, "reread" | "settled" | "given" | "whole">;
}

/** Unit of returns, with a button to compound them to prices or back; for a panel, of all its symbols. */
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

/** Ambiguities of a text and the choices made, with a button to check the reading. */
export function ReadingNotice({ series, source }: ReadingNoticeProps) {
  const { reread, given, whole } = source;
  const { chosen, adjusted, unsolved = [] } = series.quality;
  // A table read as a whole has no analyzed column.
  const doubts = (series.quality.doubts ?? []).filter((doubt) => !(whole && doubt === "value-column"));
  const choices = chosenWords(series.quality);
  return (
    <>
      {choices ? (
        <p className="text-muted">
          Read as chosen{chosen?.earlier ? " for an earlier text with this layout" : ""}: {choices}
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

/** Reasons for refusing a text that may be readable with other options. */
const ELSEWISE: ReadonlySet<Reason> = new Set<Reason>([
  ...(["ingest/csvInvalid", "ingest/csvTooShort", "ingest/csvFailed", "ingest/csvNotCsv", "ingest/marketDataTooShort"] as const),
  ...(["ingest/noNumbers", "ingest/nothingLeft", "ingest/notInEncoding", "ingest/sheetUnsolved"] as const),
  // Options chosen for an earlier text of this format may not fit this one.
  ...(["ingest/compoundImpossible", "ingest/adjustNothing", "ingest/adjustUndated"] as const),
  ...(["ingest/adjustTwice", "ingest/adjustRepeated", "ingest/adjustImpossible"] as const),
]);

interface RefusedReadingProps {
  source: Pick<SeriesSource, "failure" | "given" | "refused" | "readAgain">;
}

/** Opens Check the reading for a text that could not be read. Data in the field have their own button. */
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
