import { Suspense } from "react";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { LateReading } from "./late-reading.tsx";
import { SeriesSummary } from "./series-summary.tsx";
import type { SeriesSource } from "./use-series-source";

const NewerFilePanel = deferred(async () => (await import("./newer-file-panel.tsx")).NewerFilePanel);

const RefusedReading = deferred(async () => (await import("./quality-dialog.tsx")).RefusedReading);

/** The question a newer file of a known series brings; nothing while there is none. */
export const NewerFile = ({ source: { newer, takeVersion } }: { source: Pick<SeriesSource, "newer" | "takeVersion"> }) =>
  newer && (
    <Suspense>
      <NewerFilePanel newer={newer} onChoose={takeVersion} />
    </Suspense>
  );

export interface SeriesReadingProps {
  source: SeriesSource;
  noun?: string;
  /** Takes a loaded series out of the field; without it the card has no Remove button. */
  onRemove?: () => void;
}

/** What is below a data field: trouble, the question a newer file brings, progress, and what was read. */
export function SeriesReading({ source, noun, onRemove }: SeriesReadingProps) {
  const { series, reading, failure, loaded } = source;
  return (
    <>
      <FailureBox failure={failure} />
      {failure && (
        <Suspense>
          <RefusedReading source={source} />
        </Suspense>
      )}
      <NewerFile source={source} />
      {/* The card of a dated series is as high: what stands below does not move under the hand when it comes. */}
      <div className={source.returning && !source.text ? "min-h-29.5" : "contents"}>
        <LateReading reading={reading} onCancel={source.cancel} stays={source.rereading || source.period.passing}>
          {series ? (
            <div className={reading && !source.period.passing ? "opacity-60" : ""}>
              <SeriesSummary series={series} noun={noun} onRemove={loaded ? onRemove : undefined} source={source} period={source.period} />
            </div>
          ) : null}
        </LateReading>
      </div>
    </>
  );
}
