import type { ByTool } from "../../analysis/programs/tool-figures";
import { percent, plain } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";

interface Row {
  id: keyof ByTool["volatilities"];
  convention: string;
  by: string;
}

/** Differences between programs: divisor, type of return, steps per year. */
const rowsFor = (perYear: number): Row[] => [
  {
    id: "sample",
    convention: `simple returns, n − 1, √${plain(perYear)}`,
    by: "Prospect; QuantStats, pyfolio, PerformanceAnalytics; STDEV.S",
  },
  { id: "population", convention: `simple returns, n, √${plain(perYear)}`, by: "numpy.std; STDEV.P" },
  { id: "log", convention: `log returns, n − 1, √${plain(perYear)}`, by: "TTR volatility (260 there); option desks" },
  { id: "calendar", convention: "simple returns, n − 1, √365", by: "markets open every day; QuantStats with periods=365" },
  { id: "monthly", convention: "monthly returns, n − 1, √12", by: "Morningstar and fund reports" },
];

/** Volatility per year of the same returns by each convention. */
export function VolatilityTable({ of, perYear }: { of: ByTool["volatilities"]; perYear: number }) {
  const columns: TableColumn<Row>[] = [
    { id: "convention", header: "Volatility per year", cell: ({ convention }) => convention },
    { id: "value", header: "Value", matters: true, cell: ({ id }) => percent(of[id], 2) },
    { id: "by", header: "As in", words: true, cell: ({ by }) => by },
  ];
  return (
    <div className="border-line border-t">
      <DataTable label="Volatility by convention" columns={columns} rows={rowsFor(perYear)} rowKey={({ id }) => id} />
    </div>
  );
}
