import { datasetOf } from "../../analysis/data/dataset-of.ts";
import { dated, fileStem, saveTable, type TableColumns } from "../../analysis/data/save-table.ts";
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

/** Hash of the dataset that columns become, or null with the reason shown. */
async function hashOf(columns: TableColumns, name: string): Promise<string | null> {
  const kept = await datasetOf(columns, name);
  if (kept.ok) return kept.value.hash;
  if (kept.failure.code !== "canceled") toastFailure(kept.failure);
  return null;
}

/** The value of the account at the end of each day, for tools that take a portfolio. */
export const dailyDataset = (name: string, statement: Statement) => hashOf(dailyColumns(statement), `${fileStem(name)} daily value`);

/** The account after each closed trade. */
export const tradesDataset = (name: string, statement: Statement) => hashOf(tradeColumns(statement), `${fileStem(name)} trades`);

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
