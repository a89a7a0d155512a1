import { type KeyboardEvent, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type Drawing, MAX_DRAWINGS } from "../../../workers/indicators/schema";
import { announce } from "../../ui/announcer";
import type { ChartDesk } from "../chart-desk";
import type { ChartAxis, ValueSeries } from "../chart-spec";
import { rowName } from "../row-text";
import { type DrawingStep, takenBack } from "./taken-back";

export type Tool = Drawing["kind"];
const NONE: readonly Drawing[] = [];
/** Maximum number of steps that can be undone. */
const MAX_STEPS = 50;
const TWO_ENDED: readonly Tool[] = ["trend", "measure"];
const silent = () => () => undefined;

/** Undo history by series, lost when the page is closed. */
const past = new Map<string, DrawingStep[]>();

/** Price of a row nearest to a level, to which drawings snap. A line has only the close. */
function magnet({ kind, values, price, start = 0 }: ValueSeries, row: number, level: number | null): number {
  const at = row - start;
  const close = values[at];
  const range = kind === "candles" || kind === "sticks" ? price?.range : null;
  const prices = range ? [close, range.open[at], range.high[at], range.low[at]] : [close];
  if (level === null) return close;
  return prices.reduce((best, value) => (Math.abs(value - level) < Math.abs(best - level) ? value : best));
}

export interface Drawings {
  list: readonly Drawing[];
  /** Including the drawing in progress. */
  onChart: readonly Drawing[];
  tool: Tool | null;
  choose(tool: Tool | null): void;
  /** Instruction for the next step of the active tool. */
  hint: string | null;
  /** Called when a row is chosen for the active tool; `level` is the pointer's, null for the keyboard. */
  pick(row: number, level: number | null): void;
  change(next: readonly Drawing[]): void;
  undo: (() => void) | null;
  press(event: KeyboardEvent): boolean;
  /** Id of the drawing whose text is being edited. */
  edited: string | null;
  edit(id: string | null): void;
  warning: string | null;
}

/** State of drawing on one price: tools, drawings and undo. */
export function useDrawings(desk: ChartDesk | null, axis: ChartAxis, price: ValueSeries | undefined): Drawings {
  const dataset = desk && price?.price?.dataset;
  const book = desk?.drawings;
  const subscribe = book?.subscribe ?? silent;
  useEffect(() => book?.open(), [book]);
  const list = useSyncExternalStore(subscribe, () => (dataset && book ? book.of(dataset) : NONE));
  const warning = useSyncExternalStore(subscribe, () => book?.warning() ?? null);
  const [tool, setTool] = useState<Tool | null>(null);
  const [begun, setBegun] = useState<Drawing | null>(null);
  const [edited, edit] = useState<string | null>(null);
  const onChart = useMemo(() => (begun ? [...list, begun] : list), [list, begun]);
  const choose = (next: Tool | null) => {
    setTool(next);
    setBegun(null);
  };
  const change = (next: readonly Drawing[]) => {
    if (!dataset || !book) return;
    const after = next.slice(-MAX_DRAWINGS);
    past.set(dataset, [...(past.get(dataset) ?? []), { before: list, after }].slice(-MAX_STEPS));
    book.keep(dataset, after);
  };
  const undo =
    dataset && book && past.get(dataset)?.length
      ? () => {
          const step = past.get(dataset)?.pop();
          if (step) book.keep(dataset, takenBack(book.of(dataset), step));
          announce("Undone");
        }
      : null;
  const pick = (row: number, level: number | null) => {
    if (!tool || !price || !(row - (price.start ?? 0) < price.values.length)) return;
    // Measurements are between closes.
    const value = tool === "level" && level !== null ? level : magnet(price, row, tool === "measure" ? null : level);
    if (!Number.isFinite(value)) return;
    const point = { row, value };
    if (!begun && TWO_ENDED.includes(tool)) {
      setBegun({ id: "begun", kind: tool, from: point, to: null, text: "" });
      announce(`From ${rowName(axis, row)}. Choose the other end.`);
      return;
    }
    if (begun && begun.from.row === row) return;
    const made: Drawing = { id: freshId(list), kind: tool, from: begun?.from ?? point, to: begun ? point : null, text: "" };
    change([...list, made]);
    choose(null);
    if (tool === "note") edit(made.id);
  };
  const press = (event: KeyboardEvent): boolean => {
    if (event.key === "Escape" && tool) {
      choose(null);
      return true;
    }
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(key === "z" || key === "y")) return false;
    if (key === "z" && !event.shiftKey) undo?.();
    // Handled even with nothing to undo: a superfluous Ctrl+Z in a chart must not undo something in the workspace.
    return Boolean(dataset && book);
  };
  return {
    list,
    onChart,
    tool,
    choose,
    hint: tool && hintOf(tool, begun !== null),
    pick,
    change,
    undo,
    press,
    edited,
    edit,
    warning,
  };
}

function hintOf(tool: Tool, begun: boolean): string {
  if (begun) return "Choose the other end: click, tap, or arrow keys and Enter. Esc cancels.";
  const what = TWO_ENDED.includes(tool) ? "Choose the first point" : "Choose a point";
  return `${what}: click, tap, or arrow keys and Enter. Esc cancels.`;
}

/** An id that no drawing has yet. */
const freshId = (list: readonly Drawing[]): string => `${1 + Math.max(0, ...list.map(({ id }) => Number(id) || 0))}`;
