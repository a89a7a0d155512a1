import type { Outcome, Series } from "../../../workers/contract";
import { dated, fileStem, saveTable, type TableColumns } from "../../analysis/data/save-table.ts";
import { compute } from "../../client/compute";
import { workspace } from "../../state/workspace";
import { toastFailure } from "../../ui/toast-queue.ts";
import type { Report } from "./output-fields";

export type Statement = NonNullable<Report["statement"]>;

const dailyColumns = ({ daily }: Statement): TableColumns =>
  dated(daily.times, [
    { name: "Value", values: daily.value },
    { name: "Balance", values: daily.balance },
    { name: "Profit", values: daily.profit },
  ]);

const tradeColumns = ({ trades }: Statement): TableColumns =>
  dated(trades.times, [
    { name: "Value", values: trades.value },
    { name: "Balance", values: trades.balance },
    { name: "Profit", values: trades.profit },
    { name: "Size", values: trades.volume },
  ]);

/** Stores columns as a dataset on this device; returns its hash, or null after showing the reason. */
async function datasetOf(columns: TableColumns, name: string): Promise<string | null> {
  const written = await compute.run("export-table", { columns }, { cache: false });
  const read: Outcome<Series> = written.ok ? await compute.run("read-series", { source: written.value, name, origin: "file" }) : written;
  if (!read.ok) {
    if (read.failure.code !== "canceled") toastFailure(read.failure);
    return null;
  }
  await workspace.add(read.value);
  return read.value.hash;
}

/** The value of the account at the end of each day, for tools that accept a portfolio. */
export const dailyDataset = (name: string, statement: Statement) => datasetOf(dailyColumns(statement), `${fileStem(name)} daily value`);

/** The account after each closed trade. */
export const tradesDataset = (name: string, statement: Statement) => datasetOf(tradeColumns(statement), `${fileStem(name)} trades`);

export const saveDaily = (name: string, statement: Statement): void => void saveTable(dailyColumns(statement), `${fileStem(name)}-daily`);

export function saveTrades(name: string, statement: Statement): void {
  const { times, profit, balance, volume, symbol, side } = statement.trades;
  const columns: TableColumns = [
    { name: "Symbol", values: symbol.codes, words: symbol.words },
    { name: "Type", values: side.codes, words: side.words },
    { name: "Volume", values: volume },
    { name: "Net profit", values: profit },
    { name: "Balance", values: balance },
  ];
  void saveTable(dated(times, columns), `${fileStem(name)}-trades`);
}
