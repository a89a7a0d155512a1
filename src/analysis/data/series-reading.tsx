import { Suspense } from "react";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { LateReading } from "./late-reading.tsx";
import { SeriesSummary } from "./series-summary.tsx";
import type { SeriesSource } from "./use-series-source";

const NewerFilePanel = deferred(async () => (await import("./newer-file-panel.tsx")).NewerFilePanel);

const RefusedReading = deferred(async () => (await import("./quality-dialog.tsx")).RefusedReading);

/** The question about a newer file of a known series, if any. */
export const NewerFile = ({ source: { newer, takeVersion } }: { source: Pick<SeriesSource, "newer" | "takeVersion"> }) =>
  newer && (
    <Suspense>
      <NewerFilePanel newer={newer} onChoose={takeVersion} />
    </Suspense>
  );

interface SeriesReadingProps {
  source: SeriesSource;
  noun?: string;
  /** Removes a loaded series from the field; without it the card has no Remove button. */
  onRemove?: () => void;
}

/** Content below a data field: errors, the question about a newer file, progress, and what was read. */
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
      {/* Same height as the card of a dated series: content below does not move when it appears. */}
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
