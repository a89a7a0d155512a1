import { useMemo } from "react";
import { sharesSchema } from "../../../workers/portfolio/schema";
import { useFollowing } from "../../analysis/use-follow-up";
import { count, day, fixed, percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { decimals, figureColumn, percents } from "../../ui/figure-column.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { type AllocatedShares, saveOrders } from "./exports.tsx";
import type { ChangeSettings } from "./settings";
import type { ProposalRun } from "./use-proposal";

interface SharesPanelProps {
  run: ProposalRun;
  /** In units of currency. */
  capital: number | null;
  change: ChangeSettings;
}

/** The proposed weights as whole shares at the last prices, and the orders to reach them from the current holdings. */
export function SharesPanel({ run, capital, change }: SharesPanelProps) {
  const { value: proposal, set } = run;
  const question = useMemo(
    () => ({ assets: set.assets, weights: [...proposal.weights], held: set.weights, capital: capital ?? Number.NaN }),
    [proposal, set, capital],
  );
  const { value, failure, busy } = useFollowing("allocate-shares", question);
  return (
    <Panel
      title="Whole shares"
      note={value ? `${fixed(value.leftOver, 2)} in cash` : undefined}
      busy={busy}
      actions={
        <>
          <Button size="small" kind="quiet" isDisabled={!value} onPress={() => value && saveOrders(value, set)}>
            <TableFormatName />
          </Button>
          <InfoButton
            title="Whole shares"
            formula="weights rounded down to whole shares, then one share at a time to the most underweight asset"
            settings={value ? [["RMS deviation from target", percent(value.error, 3)]] : []}
            n={`${count(set.names.length)} assets at ${value ? pricedAt(value) : "their last prices"}`}
            source="the greedy allocation of PyPortfolioOpt, Martin (2021)"
            computedBy="wholeShares"
          />
        </>
      }
      footer="Orders are relative to current weights, at the same prices and without costs; current holdings may be fractional."
    >
      <div className="flex flex-col gap-3">
        <SettingField
          setting={sharesSchema.entries.capital}
          value={capital}
          onChange={(initialCapital) => change({ initialCapital })}
          step={10_000}
          className="max-w-48"
        />
        <FailureBox failure={failure} />
        {value ? (
          <div className="-mx-3.5">
            <Orders value={value} wanted={proposal.weights} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

const pricedAt = ({ times }: AllocatedShares): string =>
  times.some((time) => time === null) ? "their last prices" : `prices of ${day(times[0])}`;

interface Row {
  name: string;
  price: number;
  shares: number;
  value: number;
  weight: number;
  wanted: number;
  order: number;
}

function Orders({ value, wanted }: { value: AllocatedShares; wanted: Float64Array }) {
  const rows = useMemo<Row[]>(
    () =>
      value.names.map((name, i) => ({
        name,
        price: value.prices[i],
        shares: value.shares[i],
        value: value.values[i],
        weight: value.weights[i],
        wanted: wanted[i],
        order: value.orders[i],
      })),
    [value, wanted],
  );
  const columns: TableColumn<Row>[] = [
    { id: "name", header: "Asset", cell: ({ name }) => name, sortBy: ({ name }) => name },
    figureColumn("price", "Price", ({ price }) => price, decimals(2), true),
    figureColumn("shares", "Shares", ({ shares }) => shares, count, true),
    figureColumn("value", "Value", (row) => row.value, decimals(2)),
    figureColumn("weight", "Weight", ({ weight }) => weight, percents(2)),
    figureColumn("wanted", "Target", (row) => row.wanted, percents(2)),
    figureColumn("order", "Order", ({ order }) => order, orderWords, true),
  ];
  return <DataTable label="Whole shares" columns={columns} rows={rows} rowKey={({ name }) => name} copyable />;
}

/** Number of shares to trade, with "buy" or "sell". */
function orderWords(order: number): string {
  const size = fixed(Math.abs(order), Number.isInteger(order) ? 0 : 2);
  if (Math.abs(order) < 0.005) return "none";
  return order > 0 ? `buy ${size}` : `sell ${size}`;
}
