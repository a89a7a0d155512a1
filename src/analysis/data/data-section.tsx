import { memo, type ReactNode } from "react";
import { FileButton } from "../../ui/file-drop.tsx";
import { Held } from "../../ui/held.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { SampleButtons } from "./sample-buttons.tsx";
import { SeriesField } from "./series-field.tsx";
import type { SeriesSource } from "./use-series-source";

interface DataSectionProps {
  source: SeriesSource;
  /** Description of the accepted data. */
  hint: string;
  label?: string;
  rows?: number;
  fileLabel?: string;
  /** File types offered by the picker; a dropped file may have any name. */
  accept?: readonly string[];
  /** Whether to omit samples of returns. */
  pricesOnly?: boolean;
  children?: ReactNode;
}

/** The rail section of a single series: text box, file, samples. */
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
