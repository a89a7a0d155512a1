import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { saveFile } from "../lib/save-file.ts";
import { canWriteTables } from "../lib/table-file.ts";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { useTableFormat } from "../ui/table-format";
import { toast } from "../ui/toast-queue";
import type { ChartCsvColumn } from "./feed";
import type { Picture } from "./marks";
import { shownCharts } from "./shown-charts";

/** Props common to every kind of chart. */
export interface ChartFrameProps {
  title: string;
  /** Muted text after the title: unit, period, subject. */
  subtitle?: string;
  /** Name of the files it is saved as, without extension. */
  exportName: string;
  /** What is in progress while there is nothing to draw yet. */
  loading?: string | false;
  /** Shown without data: what to do to get some. */
  empty?: ReactNode;
  /** Height of the plot in CSS pixels, without title and legends. */
  height?: number;
  /** Replaces the default export of the table with the screen's own file. */
  onExportTable?: () => void;
  /** Muted line under the chart. */
  footer?: ReactNode;
  className?: string;
}

interface FrameProps extends ChartFrameProps {
  height: number;
  filled: boolean;
  /** Creates the picture for PNG and SVG export; null while nothing is drawn. */
  picture: (() => Promise<Picture>) | null;
  /** The values as columns, created on demand. */
  columns: () => ChartCsvColumn[];
  /** Buttons specific to this kind of chart, placed before the common ones. */
  tools?: ReactNode;
  table: ReactNode;
  children: ReactNode;
}

/** Title, buttons, table and states, common to every kind of chart. */
export function ChartFrame(props: FrameProps) {
  const { title, subtitle, exportName, loading, empty, height, onExportTable, footer, className } = props;
  const { filled, picture, columns, tools, table, children } = props;
  const [shown, setShown] = useState<"chart" | "table">("chart");
  const format = useTableFormat();
  const saveColumns = async () => (await import("../ui/save-table")).saveTable(columns(), exportName);
  const drawing = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = drawing;
    if (!current) return;
    shownCharts.set(current, { title, picture, columns });
    // A reference to an element that has left the page must not keep the columns of its chart alive.
    return () => void shownCharts.delete(current);
  });
  const saveAs = (form: "png" | "svg") => picture && savePicture(form, picture, exportName, title);
  const actions = filled ? (
    <div className="flex flex-wrap items-center gap-1">
      {shown === "chart" ? (
        <>
          {tools}
          <SaveButton label="PNG" waiting={picture === null} onPress={() => void saveAs("png")} />
          <SaveButton label="SVG" waiting={picture === null} onPress={() => void saveAs("svg")} />
        </>
      ) : null}
      {canWriteTables() ? <SaveButton label={format.label} onPress={onExportTable ?? (() => void saveColumns())} /> : null}
      <Button size="small" onPress={() => setShown(shown === "chart" ? "table" : "chart")}>
        {shown === "chart" ? "Table" : "Chart"}
      </Button>
    </div>
  ) : null;
  return (
    <Panel title={title} note={subtitle} actions={actions} footer={footer} flush className={className}>
      {filled && shown === "table" ? table : null}
      {filled && shown === "chart" ? (
        <div ref={drawing} data-report="chart" className="px-3.5 pt-2.5 pb-1.5">
          <Suspense fallback={<Waiting height={height + 24} label="Loading chart…" />}>{children}</Suspense>
        </div>
      ) : null}
      {filled ? null : (
        <div className="p-3.5">
          {loading ? <Waiting height={height} label={loading} /> : <EmptyState>{empty ?? "No data to plot."}</EmptyState>}
        </div>
      )}
    </Panel>
  );
}

async function savePicture(form: "png" | "svg", picture: () => Promise<Picture>, exportName: string, title: string): Promise<void> {
  try {
    const [{ pngOf, svgOf }, { ChartColors }] = await Promise.all([import("./picture"), import("./chart-colors")]);
    const colors = new ChartColors(document.body, () => undefined);
    try {
      const drawn = await picture();
      saveFile(form === "png" ? await pngOf(drawn, colors) : svgOf(drawn, colors, title), `${exportName}.${form}`);
    } finally {
      colors.dispose();
    }
  } catch (error) {
    console.error("the chart could not be saved:", error);
    toast.error("The image could not be created");
  }
}

function SaveButton({ label, waiting, onPress }: { label: string; waiting?: boolean; onPress: () => void }) {
  return (
    <Button size="small" kind="quiet" className="px-1.5!" isDisabled={waiting} onPress={onPress}>
      {label}
    </Button>
  );
}

/** Placeholder while a chart loads: its background pulses, the text keeps its contrast. */
function Waiting({ height, label }: { height: number; label: string }) {
  return (
    <div role="status" data-waiting className="relative grid place-items-center text-muted" style={{ height }}>
      <span aria-hidden="true" className="absolute inset-0 rounded-[4px] bg-raised motion-safe:animate-pulse" />
      <span className="relative">{label}</span>
    </div>
  );
}
