import { memo, type ReactNode } from "react";
import { DataField } from "../../ui/data-field.tsx";
import { DatasetMenu } from "./dataset-menu.tsx";
import { SeriesReading } from "./series-reading.tsx";
import type { SeriesSource } from "./use-series-source";

interface SeriesFieldProps {
  source: SeriesSource;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  rows?: number;
  required?: boolean;
  disabled?: boolean;
  /** Singular of the values: "price", "return". */
  noun?: string;
  /** Receives a dropped file; the field itself by default. */
  onFile?: (file: File) => void;
}

/**
 * The data field of a tool: typed text, paste of any size, dropped files, and the loaded series; below it progress, errors, and what was
 * read.
 */
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
  const { text, setText, loaded, series } = source;
  return (
    <div className="flex flex-col gap-2">
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
      <SeriesReading source={source} noun={noun} onRemove={source.clear} />
    </div>
  );
});
