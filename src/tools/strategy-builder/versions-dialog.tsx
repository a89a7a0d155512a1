import { useState } from "react";
import { RULES_DEFAULT } from "../../../workers/backtest/schema";
import { clockTime, percent, plain } from "../../lib/format.ts";
import type { StrategyContent, StrategyVersion } from "../../state/strategy-body";
import { blockText } from "../../strategies/block-words";
import { familyOf, PARAMETERS } from "../../strategies/families";
import type { SavedStrategy } from "../../strategies/store";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";

interface VersionsDialogProps {
  saved: SavedStrategy;
  onClose: () => void;
  onTake: (version: StrategyContent) => void;
}

interface Line {
  name: string;
  left: string;
  right: string;
}

/** Every saved version of a strategy, with a comparison of two; any can be restored. */
export function VersionsDialog({ saved, onClose, onTake }: VersionsDialogProps) {
  const { versions, name } = saved.body;
  const [left, setLeft] = useState(Math.min(1, versions.length - 1));
  const [right, setRight] = useState(0);
  const options = versions.map(({ savedAt }, k) => ({ value: String(k), label: `${versions.length - k} · ${clockTime(savedAt)}` }));
  const pick = (label: string, chosen: number, choose: (k: number) => void) => (
    <Select label={label} value={String(chosen)} options={options} onChange={(next) => choose(Number(next))} />
  );
  const [older, newer] = [versions[left], versions[right]];
  const columns: TableColumn<Line>[] = [
    { id: "name", header: "Setting", cell: (line) => line.name },
    { id: "left", header: "First", cell: (line) => line.left },
    {
      id: "right",
      header: "Second",
      cell: (line) => (line.left === line.right ? line.right : <strong>{line.right}</strong>),
      text: (line) => line.right,
    },
  ];
  return (
    <Dialog
      title={`Versions of ${name}`}
      onClose={onClose}
      wide
      actions={
        newer ? (
          <Button
            kind="primary"
            onPress={() => {
              onTake(newer);
              onClose();
            }}
          >
            Open second
          </Button>
        ) : null
      }
    >
      {older && newer ? (
        <div className="flex flex-col gap-3">
          <div className="grid grid-cols-2 gap-2.5">
            {pick("First", left, setLeft)}
            {pick("Second", right, setRight)}
          </div>
          <DataTable label="Differences" columns={columns} rows={linesOf(older, newer)} rowKey={(line) => line.name} />
        </div>
      ) : (
        <p className="text-muted">No saved versions yet.</p>
      )}
    </Dialog>
  );
}

function linesOf(older: StrategyVersion, newer: StrategyVersion): Line[] {
  const line = (name: string, of: (version: StrategyVersion) => string): Line => ({ name, left: of(older), right: of(newer) });
  return [
    line("Name", (version) => version.name),
    line("Type", ({ type }) => familyOf(type).label),
    ...PARAMETERS.map(({ key, label, percent: isShare }) =>
      line(label, ({ parameters, behavioralFactors }) => {
        const value = { ...parameters, ...behavioralFactors }[key];
        return isShare ? percent(value) : plain(value);
      }),
    ),
    ...([older, newer].some(({ type }) => type === "rules")
      ? [line("Block rules", ({ type, rules }) => (type === "rules" ? blockText(rules ?? RULES_DEFAULT) : "—"))]
      : []),
    line("Description", ({ description }) => description || "—"),
  ];
}
