import { useState } from "react";
import { plural } from "../lib/format.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { type KnownTable, knownTables } from "./known-tables.ts";
import { TableFormatField } from "./table-format.tsx";

/** All visible non-empty tables in page order; those of hidden tabs are excluded. */
const shownTables = (): KnownTable[] =>
  [...document.querySelectorAll("table")].flatMap((element) => {
    const table = knownTables.get(element);
    return table && table.rows > 0 && element.checkVisibility() ? [table] : [];
  });

/** Every table of the page, each to be saved in the chosen format. */
export function TablesDialog({ onClose }: { onClose: () => void }) {
  const [tables] = useState(shownTables);
  return (
    <Dialog title="Tables on this page" onClose={onClose}>
      <TableFormatField />
      {tables.length === 0 ? <p className="mt-3 text-muted text-small">No tables with rows on this page.</p> : null}
      <ul aria-label="Tables" className="mt-3 max-h-[50vh] overflow-y-auto border-line border-t">
        {tables.map(({ id, label, rows, columns, save }) => (
          <li key={id} className="flex items-center justify-between gap-3 border-line border-b py-1.5">
            <span className="min-w-0">
              <span className="block truncate">{label}</span>
              <span className="num block text-muted text-small">
                {plural(rows, "row")}, {plural(columns, "column")}
              </span>
            </span>
            <Button size="small" aria-label={`Save ${label}`} onPress={() => void save()}>
              Save
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
