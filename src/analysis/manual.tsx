import { memo, type ReactNode, Suspense, useState } from "react";
import { fixed, inUnit } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** A row of the table, formatted. */
export interface ComparedRow {
  label: string;
  hand: string;
  rest: string;
  difference: string;
}

const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text);

/** A figure with manual and original parameters, and the difference; a dash for undefined values. */
export function comparedRow(
  label: string,
  [hand, rest]: readonly [hand: number | null | undefined, rest: number | null | undefined],
  digits: number,
  unit = "",
): ComparedRow {
  const text = (value: number | null | undefined) =>
    value === Number.POSITIVE_INFINITY ? "∞" : value === null || value === undefined ? "—" : inUnit(fixed(value, digits), unit);
  const known = typeof hand === "number" && typeof rest === "number" && Number.isFinite(hand - rest);
  const difference = known ? signed(text(hand - rest), Number(fixed(hand - rest, digits).replace("−", "-")) || 0) : "—";
  return { label, hand: text(hand), rest: text(rest), difference };
}

interface ManualTableProps {
  label: string;
  /** What manual values are compared with: "Maximum", "Run". */
  rest: string;
  rows: readonly ComparedRow[];
  /** Header of the rows: "Figure" by default. */
  head?: string;
}

/** Figures with manual parameters beside the original ones. */
export const ManualTable = memo(function ManualTable({ label, rest, rows, head = "Figure" }: ManualTableProps) {
  const columns: TableColumn<ComparedRow>[] = [
    { id: "label", header: head, cell: ({ label }) => label },
    { id: "hand", header: "Manual", cell: ({ hand }) => hand },
    { id: "rest", header: rest, cell: (row) => row.rest },
    { id: "difference", header: "Difference", cell: ({ difference }) => difference },
  ];
  return <DataTable label={label} columns={columns} rows={rows} rowKey={({ label }) => label} copyable />;
});

interface OnDemandPanelProps {
  title: string;
  note: string;
  button: string;
  children: ReactNode;
}

/** Opens manual adjustment, which is loaded and computed on demand. */
export function OnDemandPanel({ title, note, button, children }: OnDemandPanelProps) {
  const [open, setOpen] = useState(false);
  if (open) return <Suspense fallback={<Skeleton rows={6} />}>{children}</Suspense>;
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <Button size="small" onPress={() => setOpen(true)}>
          {button}
        </Button>
      }
    />
  );
}
