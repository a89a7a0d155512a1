import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Store } from "../lib/store.ts";
import type { FoldedPair } from "./fold-columns.ts";
import type { RowSource, TableColumn } from "./table-columns.ts";
import { useNarrow } from "./use-narrow.ts";

type Part = typeof import("./folded-columns.tsx");

/** What folds columns, on a phone alone: a wide page never fetches it. */
const part = new Store<Part | null>(null);

export interface Folding<Row> {
  /** Columns in line; all of them where the page is wide. */
  line: readonly TableColumn<Row>[];
  /** Null where none is folded. */
  fold: (Pick<Part, "FoldedHeader" | "foldedRow"> & Fold<Row>) | null;
}

interface Fold<Row> {
  folded: readonly TableColumn<Row>[];
  lines: readonly FoldedPair<Row>[][];
  closes: boolean;
  open: boolean;
  toggle: (open: boolean) => void;
  /** Pixels under each row of a long table. */
  height: number;
}

/** On a phone the columns that matter are in line, and the others under them; until what folds them has come, all scroll sideways. */
export function useFolding<Row>(columns: readonly TableColumn<Row>[], rows: RowSource<Row>): Folding<Row> {
  const narrow = useNarrow();
  const loaded = useSyncExternalStore(part.subscribe, part.read);
  const [asked, setAsked] = useState<boolean | null>(null);
  useEffect(() => {
    if (narrow && !part.read()) import("./folded-columns.tsx").then((module) => part.set(module)).catch(() => {});
  }, [narrow]);
  const folds = narrow ? loaded : null;
  return useMemo(() => {
    const { line, folded } = folds?.foldColumns(columns) ?? { line: columns, folded: [] };
    if (!folds || folded.length === 0) return { line, fold: null };
    const lines = folds.foldedLines(folded, rows, folds.lineRoom());
    const open = asked ?? folds.startsUnfolded(lines, rows.length);
    const closes = folds.canFold(lines, rows.length);
    return { line, fold: { ...folds, folded, lines, closes, open, toggle: setAsked, height: open ? folds.foldedHeight(lines.length) : 0 } };
  }, [folds, columns, rows, asked]);
}
