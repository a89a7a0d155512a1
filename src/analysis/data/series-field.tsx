import { memo, type ReactNode, Suspense, useRef } from "react";
import { DataField } from "../../ui/data-field.tsx";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { DatasetMenu } from "./dataset-menu.tsx";
import { LateReading } from "./late-reading.tsx";
import { SeriesSummary } from "./series-summary.tsx";
import type { SeriesSource } from "./use-series-source";

const NewerFilePanel = deferred(async () => (await import("./newer-file-panel.tsx")).NewerFilePanel);

export interface SeriesFieldProps {
  source: SeriesSource;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  rows?: number;
  required?: boolean;
  disabled?: boolean;
  /** What one value is: "price", "return". */
  noun?: string;
  /** Where a dropped file goes; the field itself unless another place takes files. */
  onFile?: (file: File) => void;
}

/** The data field of a tool: text, paste of any size, drop, and the loaded series; below it progress, trouble, and what was read. */
export const SeriesField = memo(function SeriesField({
  source,
  label,
  hint,
  placeholder,
  rows,
  required,
  disabled,
  noun = "value",
  onFile,
}: SeriesFieldProps) {
  const { text, setText, loaded, series, reading, failure } = source;
  const field = useRef<HTMLDivElement>(null);
  // The button that was pressed goes with the series: the box, empty now, is where the person goes on.
  const remove = () => {
    source.clear();
    field.current?.querySelector("textarea")?.focus();
  };
  return (
    <div ref={field} className="flex flex-col gap-2">
      <DataField
        label={label}
        value={text}
        onChange={setText}
        onLargeText={source.takeText}
        onFile={onFile ?? source.takeFile}
        loaded={loaded ? { ...loaded, noun } : null}
        hint={hint}
        placeholder={placeholder}
        rows={rows}
        required={required}
        disabled={disabled}
        aside={<DatasetMenu onChoose={source.takeDataset} current={series?.hash ?? null} />}
      />
      <FailureBox failure={failure} />
      {source.newer ? (
        <Suspense>
          <NewerFilePanel newer={source.newer} onChoose={source.takeVersion} />
        </Suspense>
      ) : null}
      <LateReading reading={reading} onCancel={source.cancel} stays={source.rereading || source.period.passing}>
        {series ? (
          <div className={reading && !source.period.passing ? "opacity-60" : ""}>
            <SeriesSummary series={series} noun={noun} onRemove={loaded ? remove : undefined} source={source} period={source.period} />
          </div>
        ) : null}
      </LateReading>
    </div>
  );
});
