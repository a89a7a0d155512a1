import { memo, type ReactNode } from "react";
import { FileButton } from "../../ui/file-drop.tsx";
import { Held } from "../../ui/held.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { SampleButtons } from "./sample-buttons.tsx";
import { SeriesField } from "./series-field.tsx";
import type { SeriesSource } from "./use-series-source";

export interface DataSectionProps {
  source: SeriesSource;
  /** What the field takes. */
  hint: string;
  label?: string;
  rows?: number;
  fileLabel?: string;
  /** What the file picker offers; a dropped file may have any name. */
  accept?: readonly string[];
  /** Whether samples of returns are omitted. */
  pricesOnly?: boolean;
  children?: ReactNode;
}

/** The rail's part where one series is given: box, file, samples. */
export const DataSection = memo(function DataSection({
  source,
  hint,
  label = "Market Data",
  rows = 5,
  fileLabel = "Open a CSV file",
  accept,
  pricesOnly,
  children,
}: DataSectionProps) {
  return (
    <RailSection title="Data">
      <SeriesField source={source} label={label} hint={hint} rows={rows} />
      <Held>
        <div className="flex flex-wrap gap-2">
          <FileButton onFile={source.takeFile} accept={accept}>
            {fileLabel}
          </FileButton>
          <SampleButtons onChoose={source.takeSample} pricesOnly={pricesOnly} />
        </div>
      </Held>
      {children}
    </RailSection>
  );
});
