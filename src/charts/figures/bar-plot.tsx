import { useMemo } from "react";
import { plural } from "../../lib/format";
import { type BarSpec, barFigure } from "./bar-figure";
import { FigurePlot, type FigurePlotProps } from "./figure-plot";

export function BarPlot({ spec, ...rest }: Pick<FigurePlotProps, "title" | "subtitle" | "onPicture"> & { spec: BarSpec }) {
  const draw = useMemo(() => (width: number) => barFigure(spec, width), [spec]);
  return <FigurePlot {...rest} draw={draw} content={plural(spec.categories.length, "category", "categories")} />;
}
