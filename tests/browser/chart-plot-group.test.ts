import uPlot from "uplot";
import { expect, it } from "vitest";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import { paneOptions } from "../../src/charts/pane-plot";
import type { PaneScene } from "../../src/charts/pane-scene";
import { type ChartData, PlotGroup } from "../../src/charts/plot-group";

const values = Float64Array.of(1, 3, 2, 5);
const axis: ChartAxis = { kind: "index", values: null, label: "Row" };
const series = (key: string) => ({ key, label: key, kind: "line", color: "accent", values }) as const;
const paneOf = (...keys: string[]): ChartPane => ({ key: "pane", share: 1, unit: "", series: keys.map(series) });
const dataOf = (...keys: string[]): ChartData => ({ axis, panes: [paneOf(...keys)], markers: {}, feed: null });
const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const UNHEARD = { onCursor: () => undefined, onView: () => undefined, onState: () => undefined };

/** A pane's plot as the stack creates it, and the scene it is drawn from. */
function attached(root: HTMLElement, group: PlotGroup, pane: ChartPane, width: number): [scene: PaneScene, plot: uPlot] {
  const scene: PaneScene = {
    axis: group.data.axis,
    pane,
    first: true,
    last: true,
    markers: {},
    samples: pane.series.map(() => ({ x: new Float64Array(0), y: new Float64Array(0) })),
    view: group.view,
    colors: group.colors,
    extent: [0, 1],
    xTicks: [],
    log: false,
    base: null,
    yTicks: [],
    gutter: 40,
  };
  const blank = [null, ...pane.series.map(() => [[], []])] as unknown as uPlot.AlignedData;
  const plot = new uPlot(paneOptions(scene, width, 200), blank, root);
  group.attach(0, plot, scene);
  return [scene, plot];
}

it("waits for the plot of fewer series, draws nothing on the old one meanwhile, and nothing on one being removed", async () => {
  const errors: unknown[] = [];
  const note = (event: ErrorEvent) => {
    errors.push(event.error);
    event.preventDefault();
  };
  addEventListener("error", note);
  const root = document.body.appendChild(document.createElement("div"));
  const group = new PlotGroup(root, dataOf("a", "b"), UNHEARD);
  let plot: uPlot | undefined;
  const plotOf = (...keys: string[]) => {
    const [scene, made] = attached(root, group, paneOf(...keys), 300);
    plot = made;
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
  // A redraw that is queued when the plot is removed.
  plot?.redraw();
  group.detach(0);
  await twoFrames();
  removeEventListener("error", note);
  expect(errors).toEqual([]);
  group.dispose();
  root.remove();
});

it("labels x for the width beside the y labels, whatever was drawn before", async () => {
  const root = document.body.appendChild(document.createElement("div"));
  const measured: ChartAxis = { kind: "number", values: Float64Array.of(0, 3, 7, 10), label: "x" };
  const labels = async (...widths: number[]) => {
    const group = new PlotGroup(root, { ...dataOf("a"), axis: measured }, UNHEARD);
    const [scene] = attached(root, group, paneOf("a"), widths[0]);
    for (const width of widths) {
      group.resize(width, [200]);
      group.request();
      await twoFrames();
      await twoFrames();
    }
    group.detach(0);
    group.dispose();
    return scene.xTicks.map(({ text }) => text);
  };
  // Some of these widths fit one step size beside y labels of three characters, and another beside a plot's initial ones.
  for (let width = 700; width < 800; width += 7) expect(await labels(width), `${width} px`).toEqual(await labels(width + 100, width));
  root.remove();
});
