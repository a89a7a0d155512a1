import { memo, useMemo } from "react";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count, fixed, percent, pValue } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Held } from "../../ui/held.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { METHODS, provenanceOf } from "./provenance";
import type { Estimate, LyapunovRun } from "./use-lyapunov";

type Ratio = Estimate["details"]["varianceRatios"][number];

const RATIOS: TableColumn<Ratio>[] = [
  { id: "q", header: "Steps q", cell: ({ q }) => count(q) },
  { id: "ratio", header: "Variance ratio", cell: ({ ratio }) => fixed(ratio, 4) },
  { id: "z", header: "z*", cell: ({ z }) => fixed(z, 3) },
  { id: "p", header: "p", cell: ({ p }) => pValue(p) },
];

/** Chosen parameters with reasons, alternative estimates, and the statistics behind the cards. */
export const DetailsTab = memo(function DetailsTab({ run }: { run: LyapunovRun }) {
  const { embedding, region, fit, points, n, kantz, zeroOne, surrogates, details } = run.value;
  const about = provenanceOf(run);
  const { clustering, asymmetry } = details;
  const chosen = [
    { name: "Values analyzed", value: count(n) },
    { name: "Dimension", value: `${count(embedding.dimension)}, ${embedding.origin.dimension}` },
    { name: "Lag", value: `${count(embedding.lag)}, ${embedding.origin.lag}` },
    { name: "Theiler window", value: `${count(embedding.theiler)}, ${embedding.origin.theiler}` },
    { name: "Mean period", value: `${fixed(embedding.meanPeriod, 2)} steps` },
    { name: "Tracked steps", value: count(embedding.steps) },
    { name: "Points with neighbors", value: count(points) },
    { name: "Fitted steps", value: `${region.from} to ${region.to}, ${region.origin}` },
    { name: "R² of the fit", value: fixed(fit?.rSquared, 4) },
  ];
  const opinions = [
    { name: <Named name="Kantz's exponent" info={about.kantz} />, key: "kantz", value: fixed(kantz.fit?.slope, 4) },
    { name: <Named name="0–1 test K" info={about.zeroOne} />, key: "zero-one", value: fixed(zeroOne?.k, 4) },
    { name: <Named name="Surrogate p" info={about.p} />, key: "p", value: pValue(surrogates.p) },
    { name: <Named name="Surrogate p, slower" info={about.slower} />, key: "slower", value: pValue(surrogates.pSlower) },
    { name: <Named name="Slope on the tested values" info={about.tested} />, key: "tested", value: fixed(surrogates.slope, 4) },
    { name: <Named name="McLeod–Li p" info={about.mcLeodLi} />, key: "mcleod-li", value: pValue(clustering?.mcLeodLi.p) },
    {
      name: <Named name="Mean |r| after losses" info={about.lossAversion} />,
      key: "losses",
      value: asymmetry ? `${fixed(asymmetry.afterLosses.mean, 5)}, n = ${count(asymmetry.afterLosses.count)}` : "—",
    },
    {
      name: <Named name="Mean |r| after gains" info={about.lossAversion} />,
      key: "gains",
      value: asymmetry ? `${fixed(asymmetry.afterGains.mean, 5)}, n = ${count(asymmetry.afterGains.count)}` : "—",
    },
    { name: <Named name="t of the difference" info={about.asymmetry} />, key: "t", value: fixed(asymmetry?.t, 2) },
  ];
  return (
    <>
      <div className="@container">
        <div className="grid items-start gap-4 @min-[640px]:grid-cols-2">
          <Panel title="Embedding used" note="values and how they were chosen" actions={<InfoButton {...about.embedding} />}>
            <FactList label="Embedding" facts={chosen} />
          </Panel>
          <Held>
            <Panel title="Cross-checks" note={`surrogates: ${METHODS[surrogates.method]}`}>
              <FactList label="Cross-checks" facts={opinions} />
            </Panel>
          </Held>
        </div>
      </div>
      <Held>
        <SurrogateChart run={run} />
      </Held>
      <div className="@container">
        <div className="grid items-start gap-4 @min-[640px]:grid-cols-2">
          <Panel title="Variance ratios" note="1 for a random walk" actions={<InfoButton {...about.ratios} />} flush>
            <DataTable label="Variance ratios" columns={RATIOS} rows={details.varianceRatios} rowKey={({ q }) => q} copyable />
          </Panel>
          <FalseNeighbors run={run} />
        </div>
      </div>
    </>
  );
});

const Named = ({ name, info }: { name: string; info: Parameters<typeof InfoButton>[0] }) => (
  <span className="flex items-center gap-2">
    {name}
    <InfoButton {...info} />
  </span>
);

function SurrogateChart({ run }: { run: LyapunovRun }) {
  const { surrogates } = run.value;
  const sorted = useMemo(() => Float64Array.from(surrogates.slopes, (slope) => slope ?? Number.NaN).sort(), [surrogates]);
  const x = useMemo<ChartAxis>(
    () => ({ kind: "number", values: Float64Array.from(sorted.keys(), (rank) => rank + 1), label: "Rank", digits: 0 }),
    [sorted],
  );
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "slopes",
        share: 1,
        digits: 4,
        series: [
          ...(surrogates.slope === null
            ? []
            : [
                {
                  key: "data",
                  label: "the data",
                  color: "warn" as const,
                  kind: "line" as const,
                  values: new Float64Array(sorted.length).fill(surrogates.slope),
                },
              ]),
          { key: "surrogates", label: "surrogates, by rank", short: "surrogate", color: "accent", kind: "points", values: sorted },
        ],
      },
    ],
    [surrogates, sorted],
  );
  return (
    <TimeChart
      title="Slopes of the surrogates"
      subtitle={`slope of the data among ${sorted.length} over the same steps`}
      x={x}
      panes={panes}
      exportName="surrogate-slopes"
      height={200}
    />
  );
}

function FalseNeighbors({ run }: { run: LyapunovRun }) {
  const found = run.value.embedding.falseNeighbors;
  const rows = (found?.shares ?? []).map((share, at) => ({ dimension: at + 1, share }));
  const columns: TableColumn<{ dimension: number; share: number }>[] = [
    { id: "dimension", header: "Dimension", cell: ({ dimension }) => count(dimension) },
    { id: "share", header: "False neighbors", cell: ({ share }) => percent(share, 2) },
  ];
  return (
    <Panel
      title="False neighbors"
      note="few remain once the series is unfolded"
      actions={<InfoButton {...provenanceOf(run).neighbors} />}
      footer={
        found === null
          ? "Dimension set manually."
          : found.dimension === null
            ? "No dimension has few false neighbors, as expected of noise: 3 is used."
            : undefined
      }
      flush={rows.length > 0}
    >
      {rows.length > 0 ? (
        <DataTable label="False neighbors" columns={columns} rows={rows} rowKey={({ dimension }) => dimension} copyable />
      ) : undefined}
    </Panel>
  );
}
