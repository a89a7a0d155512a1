import { type ReactNode, useState } from "react";
import { ChartFrame, type ChartFrameProps } from "../chart-frame";
import type { ChartCsvColumn } from "../feed";
import type { Picture } from "../marks";
import type { FigurePlotProps } from "./figure-plot";
import { FigureTable, type FigureTableProps } from "./figure-table";

type PictureMaker = (() => Promise<Picture>) | null;

interface FigureChartProps extends ChartFrameProps, Omit<FigureTableProps, "title"> {
  height: number;
  filled: boolean;
  columns: () => ChartCsvColumn[];
  plot: (props: Pick<FigurePlotProps, "title" | "subtitle" | "onPicture">) => ReactNode;
}

/** A figure in its frame: `plot` draws it, `heads` and `cell` (both stable) fill its table. */
export function FigureChart({ plot, heads, rows, cell, ...frame }: FigureChartProps) {
  const { title, subtitle } = frame;
  const [picture, setPicture] = useState<PictureMaker>(null);
  // Wrapped, because a setter would call a function passed to it.
  const [onPicture] = useState(() => (made: PictureMaker) => setPicture(() => made));
  return (
    <ChartFrame {...frame} picture={picture} table={<FigureTable title={title} heads={heads} rows={rows} cell={cell} />}>
      {plot({ title, subtitle, onPicture })}
    </ChartFrame>
  );
}
