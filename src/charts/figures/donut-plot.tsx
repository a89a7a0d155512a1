import { useMemo } from "react";
import { plural } from "../../lib/format";
import { type DonutSpec, donutFigure } from "./donut-figure";
import { FigurePlot, type FigurePlotProps } from "./figure-plot";

export function DonutPlot({ spec, ...rest }: Pick<FigurePlotProps, "title" | "subtitle" | "onPicture"> & { spec: DonutSpec }) {
  const draw = useMemo(() => (width: number) => donutFigure(spec, width), [spec]);
  return <FigurePlot {...rest} draw={draw} content={plural(spec.slices.length, "part")} />;
}
