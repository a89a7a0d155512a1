import { Busy } from "../../../src/ui/busy.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { EmptyState } from "../../../src/ui/empty-state.tsx";
import { Caution, FailureBox } from "../../../src/ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../../src/ui/file-drop.tsx";
import { Panel } from "../../../src/ui/panel.tsx";
import { ProgressBar } from "../../../src/ui/progress.tsx";
import { Skeleton } from "../../../src/ui/skeleton.tsx";
import { Sample } from "./forced.tsx";

export function Feedback() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(24rem,100%),1fr))] gap-5">
      <Sample name="Failures">
        <div className="flex flex-col gap-2.5">
          <FailureBox failure={{ message: "CSV processing failed: not a number", row: 12, column: "close", value: "n/a" }} />
          <FailureBox
            failure={{
              message: "Data processing failed: No valid data patterns found in input.",
              value: "https://example.org/a/very/long/address/without/any/place/to/break/it.csv?with=a&query=too",
            }}
            actions={<Button size="small">Load sample series</Button>}
          />
          <Caution>Only 120 points: read the errors with care.</Caution>
        </div>
      </Sample>
      <Sample name="Progress">
        <div className="flex flex-col gap-4">
          <ProgressBar label="Fitting GARCH(1,1)" fraction={0.4} onCancel={() => {}} />
          <ProgressBar
            label="Reading a file with a name that is rather longer than the place there is for it on any screen.csv"
            fraction={null}
          />
          <Busy busy label="Loading Dashboard...">
            <p className="py-4">Under the cover</p>
          </Busy>
        </div>
      </Sample>
      <Sample name="Empty">
        <EmptyState actions={<Button>Load sample series</Button>}>Paste a price series, or start with a real one.</EmptyState>
      </Sample>
      <Sample name="File drop">
        <FileDrop onFile={() => {}}>
          <div className="grid place-items-center gap-2 rounded-[8px] border border-line-strong border-dashed px-4 py-6 text-center text-muted">
            Drop a CSV or text file here
            <FileButton onFile={() => {}}>Choose CSV</FileButton>
          </div>
        </FileDrop>
      </Sample>
      <Sample name="Skeletons">
        <div className="flex flex-col gap-4">
          <Skeleton rows={3} />
          <Skeleton shape="figures" rows={4} />
        </div>
      </Sample>
      <Panel title="Loading" note="a table and a chart" busy>
        <Skeleton shape="table" rows={3} />
        <Skeleton shape="chart" className="mt-3 h-24" />
      </Panel>
    </div>
  );
}
