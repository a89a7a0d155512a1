import { Dialog } from "../ui/dialog";
import type { ChartAxis, ChartPane } from "./chart-spec";
import { TimeChart } from "./time-chart";

interface SparklineDialogProps {
  title: string;
  x: ChartAxis;
  panes: ChartPane[];
  exportName: string;
  onClose: () => void;
}

/** The full chart opened by a sparkline. */
export function SparklineDialog({ onClose, ...chart }: SparklineDialogProps) {
  return (
    <Dialog title={chart.title} onClose={onClose}>
      <TimeChart {...chart} height={220} className="bg-surface" />
    </Dialog>
  );
}
