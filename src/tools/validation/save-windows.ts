import { dated, fileStem, saveTable } from "../../analysis/data/save-table.ts";
import type { ValidationRun } from "./use-validation";

/** Every window with its chosen parameters. */
export function saveWindows({ series, value: { walkForward, candidates } }: ValidationRun): void {
  if (!walkForward) return;
  const { times, months, from, split, to, choice, inSample, outOfSample } = walkForward;
  const columns = [
    ...(months ? [{ name: "Month", values: months }] : []),
    { name: "In sample from row", values: from },
    { name: "Out of sample from row", values: split },
    { name: "To row", values: to },
    { name: "Chosen", values: choice, words: candidates.map(({ name }) => name) },
    { name: "In sample (%)", values: inSample },
    { name: "Out of sample (%)", values: outOfSample },
  ];
  void saveTable(dated(times, columns), `${fileStem(series.name)}-walk-forward`);
}
