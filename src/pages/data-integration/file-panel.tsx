import { SeriesField } from "../../analysis/data/series-field.tsx";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { FileButton } from "../../ui/file-drop.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FolderPanel } from "./folder-panel.tsx";

/** A file as a dataset for every tool: one series, or a panel of symbols. */
export default function FilePanel() {
  const source = useSeriesSource({ screen: "data-integration", field: "file", whole: true });
  return (
    <>
      <Panel title="Files" note="stored on this device, for every tool">
        <div className="flex max-w-xl flex-col gap-2">
          <SeriesField
            source={source}
            label="File data"
            rows={4}
            noun="row"
            hint="One series, a column per symbol, or rows of many symbols"
          />
          <div>
            <FileButton onFile={source.takeFile}>Open a file</FileButton>
          </div>
        </div>
      </Panel>
      <FolderPanel source={source} />
    </>
  );
}
