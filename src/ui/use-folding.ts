import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Store } from "../lib/store.ts";
import type { CutColumns, FoldedPair } from "./fold-columns.ts";
import type { RowSource, TableColumn } from "./table-columns.ts";
import { useNarrow } from "./use-narrow.ts";
import { wholeTables } from "./whole-tables.ts";

type Part = typeof import("./folded-columns.tsx");

/** The code that folds columns, loaded with the first table that marks columns that matter. */
const part = new Store<Part | null>(null);

export interface Folding<Row> {
  /** Columns in the row; all of them if they fit. */
  line: readonly TableColumn<Row>[];
  /** Null if none is folded. */
  fold: (Pick<Part, "FoldedHeader" | "foldedRow"> & Fold<Row>) | null;
}

interface Fold<Row> {
  folded: readonly TableColumn<Row>[];
  lines: readonly FoldedPair<Row>[][];
  closes: boolean;
  open: boolean;
  toggle: (open: boolean) => void;
  /** Height in pixels under each row of a long table. */
  height: number;
}

/**
 * On a phone the columns that matter are in the row and the others under it; on a wider screen only those that do not fit the container are
 * folded. Until the folding code has loaded, the table scrolls horizontally.
 */
export function useFolding<Row>(
  columns: readonly TableColumn<Row>[],
  rows: RowSource<Row>,
  area: RefObject<HTMLElement | null>,
): Folding<Row> {
  const narrow = useNarrow();
  const loaded = useSyncExternalStore(part.subscribe, part.read);
  const whole = useSyncExternalStore(wholeTables.subscribe, wholeTables.read);
  const [asked, setAsked] = useState<boolean | null>(null);
  const [measured, setMeasured] = useState<CutColumns | null>(null);
  const ids = columns.some(({ matters }) => matters) && columns.map(({ id }) => id).join("\n");
  useEffect(() => {
    if (ids && !loaded) import("./folded-columns.tsx").then((module) => part.set(module)).catch(() => {});
    else if (ids && !narrow) return loaded?.watchCut(area.current, ids, setMeasured);
  }, [ids, loaded, narrow, area]);
  const cut = !narrow && measured?.ids === ids ? measured : null;
  const folds = !whole && (narrow || cut) ? loaded : null;
  return useMemo(() => {
    const { line, folded } = folds?.foldColumns(columns, cut) ?? { line: columns, folded: [] };
    if (!folds || folded.length === 0) return { line, fold: null };
    const lines = folds.foldedLines(folded, rows, folds.lineRoom(cut?.room));
    const open = asked ?? folds.startsUnfolded(lines, rows.length);
    const closes = folds.canFold(lines, rows.length);
    return { line, fold: { ...folds, folded, lines, closes, open, toggle: setAsked, height: open ? folds.foldedHeight(lines.length) : 0 } };
  }, [folds, columns, rows, asked, cut]);
}
