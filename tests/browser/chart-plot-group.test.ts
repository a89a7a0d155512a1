import uPlot from "uplot";
import { expect, it } from "vitest";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import { paneOptions } from "../../src/charts/pane-plot";
import { type ChartData, PlotGroup } from "../../src/charts/plot-group";

const values = Float64Array.of(1, 3, 2, 5);
const axis: ChartAxis = { kind: "index", values: null, label: "Row" };
const series = (key: string) => ({ key, label: key, kind: "line", color: "accent", values }) as const;
const paneOf = (...keys: string[]): ChartPane => ({ key: "pane", share: 1, unit: "", series: keys.map(series) });
const dataOf = (...keys: string[]): ChartData => ({ axis, panes: [paneOf(...keys)], markers: {}, feed: null });
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

it("waits for the plot of fewer series, draws meanwhile nothing on the old one, and nothing on one that goes", async () => {
  const errors: unknown[] = [];
  const note = (event: ErrorEvent) => {
    errors.push(event.error);
    event.preventDefault();
  };
  addEventListener("error", note);
  const root = document.body.appendChild(document.createElement("div"));
  const group = new PlotGroup(root, dataOf("a", "b"), { onCursor: () => undefined, onView: () => undefined, onState: () => undefined });
  let plot: uPlot | undefined;
  const plotOf = (...keys: string[]) => {
    const pane = paneOf(...keys);
    const nothing = () => ({ x: new Float64Array(0), y: new Float64Array(0) });
    const scene = {
      axis: group.data.axis,
      pane,
      first: true,
      last: true,
      markers: {},
      samples: keys.map(nothing),
      view: group.view,
      colors: group.colors,
      extent: [0, 1] as [number, number],
      xTicks: [],
      log: false,
      base: null,
      yTicks: [],
      gutter: 40,
    };
    const blank = [null, ...keys.map(() => [[], []])] as unknown as uPlot.AlignedData;
    plot = new uPlot(paneOptions(scene, 300, 200), blank, root);
    group.attach(0, plot, scene);
    return scene;
  };
  const first = plotOf("a", "b");
  await twoFrames();
  expect(first.samples.map(({ y }) => y)).toEqual([values, values]);
  group.setData(dataOf("a"));
  await twoFrames();
  const second = plotOf("a");
  await twoFrames();
  expect(second.samples.map(({ y }) => y)).toEqual([values]);
  // A draw that is queued when the plot goes.
  plot?.redraw();
  group.detach(0);
  await twoFrames();
  removeEventListener("error", note);
  expect(errors).toEqual([]);
  group.dispose();
  root.remove();
});
