import { useEffect, useRef } from "react";
import { ChartColors } from "../chart-colors";
import { type CellGrid, cellPixels } from "./cell-grid";

/** The cells under the marks of a figure, in theme colors. */
export function CellCanvas({ cells }: { cells: CellGrid }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const paint = () => {
      const { rows, columns } = cells;
      const pixels = cellPixels(cells, (token) => colors.hex(token));
      canvas.current?.getContext("2d")?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
    };
    const colors = new ChartColors(document.body, paint);
    paint();
    return () => colors.dispose();
  }, [cells]);
  const { x, y, width, height, rows, columns } = cells;
  return (
    <div aria-hidden="true" className="figure-cells" style={{ left: x, top: y, width, height }}>
      <canvas ref={canvas} width={columns} height={rows} className="block h-full w-full" />
    </div>
  );
}
