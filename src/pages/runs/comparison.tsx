import { useState } from "react";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type ComparedRow, figureRows, identityRows, settingRows } from "./comparison-rows";

interface ComparisonProps {
  one: Kept<RunBody>;
  other: Kept<RunBody>;
  onClose: () => void;
}

const columns: readonly TableColumn<ComparedRow>[] = [
  { id: "name", header: "Item", cell: ({ name }) => name },
  { id: "one", header: "First", cell: ({ one }) => <Value text={one} /> },
  { id: "other", header: "Second", cell: ({ other }) => <Value text={other} /> },
  {
    id: "difference",
    header: "Difference",
    cell: ({ differs, difference }) =>
      differs ? (
        <span className="text-warn">
          {difference ?? (
            <>
              <span aria-hidden="true">≠</span>
              <span className="sr-only">differs</span>
            </>
          )}
        </span>
      ) : null,
  },
];

const Value = ({ text }: { text: string }) => <span className="inline-block max-w-[22rem] whitespace-normal break-words">{text}</span>;

/** Two runs side by side; what differs is marked. */
export function Comparison({ one, other, onClose }: ComparisonProps) {
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const groups = [
    { title: "Results", rows: figureRows(one.body, other.body) },
    { title: "Settings", rows: settingRows(one.body, other.body) },
    { title: "Data and versions", rows: identityRows(one.body, other.body) },
  ].map((group) => ({ ...group, shown: onlyDiffering ? group.rows.filter(({ differs }) => differs) : group.rows }));
  return (
    <Panel
      title="Comparison"
      flush
      actions={
        <>
          <Checkbox checked={onlyDiffering} onChange={setOnlyDiffering}>
            Differences only
          </Checkbox>
          <Button size="small" kind="quiet" onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <dl className="grid gap-x-6 gap-y-1 px-3.5 py-2.5 text-small sm:grid-cols-2">
        {[one, other].map(({ id, body }, place) => (
          <div key={id} className="flex gap-2">
            <dt className="text-muted">{place === 0 ? "First" : "Second"}</dt>
            <dd className="min-w-0 break-words font-[550]">{body.title}</dd>
          </div>
        ))}
      </dl>
      {groups.map(({ title, rows, shown }) => (
        <section key={title} className="border-line border-t pt-2">
          <h3 className="px-3.5 font-semibold text-small">{title}</h3>
          {shown.length > 0 ? (
            <DataTable label={title} columns={columns} rows={shown} rowKey={({ name }) => name} />
          ) : (
            <p className="px-3.5 py-2 text-muted text-small">{rows.length === 0 ? "None" : "No difference"}</p>
          )}
        </section>
      ))}
    </Panel>
  );
}
