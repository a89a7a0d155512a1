import { useMemo } from "react";
import { plural } from "../../lib/format";
import { FigurePlot, type FigurePlotProps } from "./figure-plot";
import { type HeatSpec, heatFigure } from "./heat-figure";

export function HeatPlot({ spec, ...rest }: Pick<FigurePlotProps, "title" | "subtitle" | "onPicture"> & { spec: HeatSpec }) {
  const draw = useMemo(() => (width: number) => heatFigure(spec, width), [spec]);
  const content = `${plural(spec.rows.length, "row")} and ${plural(spec.columns.length, "column")}`;
  return <FigurePlot {...rest} draw={draw} content={content} />;
}
