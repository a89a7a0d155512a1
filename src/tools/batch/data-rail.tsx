import { memo } from "react";
import { FileTrigger } from "react-aria-components";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { filePicker, folderPicker } from "../../lib/file-handles";
import { bytes, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DATA_FILES, FileButton } from "../../ui/file-drop.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { type ChosenFiles, type Files, ordered, pick } from "./chosen-files";

const HINT = "A table with a column per series, its first column dates";

interface DataRailProps {
  source: SeriesSource;
  files: Files | null;
  onFiles: (files: ChosenFiles | null) => void;
}

/** Source of the series: columns of a table, or separate files. */
export const DataRail = memo(function DataRail({ source, files, onFiles }: DataRailProps) {
  const take = (list: FileList | null) => {
    if (list && list.length > 0)
      onFiles({ files: ordered([...list].map((file) => [file.webkitRelativePath || file.name, file])), ways: [] });
  };
  const choose = async (what: "files" | "folder") => {
    const chosen = await pick(what);
    if (chosen) onFiles(chosen);
  };
  return (
    <RailSection title="Data">
      {files ? (
        <div className="flex flex-col items-start gap-2">
          <p className="text-data">
            {plural(Object.keys(files).length, "file")}, {bytes(Object.values(files).reduce((sum, { size }) => sum + size, 0))}
          </p>
          <Button size="small" onPress={() => onFiles(null)}>
            Remove files
          </Button>
        </div>
      ) : (
        <>
          <SeriesField source={source} label="Market Data" hint={HINT} rows={5} />
          <div className="flex flex-wrap gap-2">
            <FileButton onFile={source.takeFile}>Open a CSV file</FileButton>
            <SampleButtons holds="assets" onChoose={source.takeSample} />
          </div>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {filePicker() && folderPicker() ? (
          <>
            <Button size="small" onPress={() => void choose("files")}>
              Files or Parquet
            </Button>
            <Button size="small" onPress={() => void choose("folder")}>
              Folder
            </Button>
          </>
        ) : (
          <>
            <FileTrigger allowsMultiple acceptedFileTypes={DATA_FILES} onSelect={take}>
              <Button size="small">Files or Parquet</Button>
            </FileTrigger>
            <FileTrigger acceptDirectory onSelect={take}>
              <Button size="small">Folder</Button>
            </FileTrigger>
          </>
        )}
      </div>
      <p className="text-faint text-small">Each file is a series; in a Parquet file, each column or symbol.</p>
    </RailSection>
  );
});
