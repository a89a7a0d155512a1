import { memo } from "react";
import type { Failure } from "../../../workers/contract";
import { count, type Figure, fixed, pEquals, plain, plural } from "../../lib/format.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { structureProvenance as about } from "./provenance";
import type { StructureValue } from "./use-curiosity";

interface Line {
  name: string;
  value: Figure;
  digits: number;
  /** Value for a random walk; null if it has none. */
  random: number | null;
  note: string;
  info: Provenance;
}

const MISSING = "not available: needs more returns";

function linesOf(value: StructureValue): Line[] {
  const { entropy, varianceRatios, priceEfficiency, kaufman, rescaledRange, detrendedFluctuation, fractalDimension, efficiencyIndex } =
    value;
  const { clustering, memory } = value;
  const n = `${count(value.n)} returns`;
  const line = (
    name: string,
    found: number | null | undefined,
    random: number | null,
    note: string,
    info: Provenance,
    digits = 3,
  ): Line => ({
    name,
    value: found,
    digits,
    random,
    note: found === null || found === undefined ? MISSING : note,
    info: { ...info, n },
  });
  return [
    ...entropy
      .filter(({ order }) => order <= 5)
      .map(({ order, normalized, missing, reliable }) =>
        line(
          `Permutation entropy, order ${order}`,
          normalized,
          1,
          reliable
            ? missing === 0
              ? "every pattern occurs"
              : `${plural(missing, "pattern")} never observed`
            : "too few returns for this order",
          about.entropy,
          4,
        ),
      ),
    ...varianceRatios.map(({ q, ratio, z, p }) =>
      line(`Variance ratio, ${q} steps`, ratio, 1, `z* = ${fixed(z, 2)}, ${pEquals(p)}`, about.variance),
    ),
    line("Price efficiency", priceEfficiency, 1, "mean of the horizons above", about.efficiency),
    line(`Efficiency ratio, ${kaufman?.period ?? 10} steps`, kaufman?.mean, null, `now ${fixed(kaufman?.last, 3)}`, about.kaufman),
    line("Hurst exponent, R/S", rescaledRange?.hurst, 0.5, "bias-corrected (Anis and Lloyd)", about.hurst),
    line("Hurst exponent, DFA", detrendedFluctuation?.hurst, 0.5, `R² ${fixed(detrendedFluctuation?.rSquared, 3)}`, about.dfa),
    line("Fractal dimension", fractalDimension, 1.5, "of the path", about.fractal),
    line("Efficiency index", efficiencyIndex, 0, "distance from an efficient market", about.index),
    line("Volatility clustering", clustering?.value, 0, `McLeod–Li ${pEquals(clustering?.mcLeodLi.p)}`, about.clustering),
    line("Long memory d of volatility", memory?.d, 0, `± ${fixed(memory?.error, 3)}`, about.memory),
  ];
}

/** Deviation of the series from a random walk, by all available measures. */
export const StructurePanel = memo(function StructurePanel({ value, failure }: { value: StructureValue | null; failure: Failure | null }) {
  return (
    <Panel title="Structure" note="compared with a random walk" flush busy={value === null && failure === null}>
      {failure ? (
        <div className="p-3">
          <FailureBox failure={failure} />
        </div>
      ) : value ? (
        <DataTable
          label="Structure"
          rows={linesOf(value)}
          rowKey={({ name }) => name}
          columns={[
            {
              id: "name",
              header: "Measure",
              words: true,
              cell: ({ name, info }) => (
                <span className="inline-flex items-center gap-1.5">
                  {name}
                  <InfoButton placement="bottom start" {...info} />
                </span>
              ),
              text: ({ name }) => name,
            },
            { id: "value", header: "Value", matters: true, cell: ({ value: found, digits }) => fixed(found, digits) },
            {
              id: "random",
              header: "Random walk",
              matters: true,
              cell: ({ random }) => <span className="text-muted">{plain(random)}</span>,
              text: ({ random }) => plain(random),
            },
            {
              id: "note",
              header: "Remark",
              words: true,
              cell: ({ note }) => <span className="text-muted">{note}</span>,
              text: ({ note }) => note,
            },
          ]}
        />
      ) : (
        <div className="p-3">
          <Skeleton rows={8} />
        </div>
      )}
    </Panel>
  );
});
