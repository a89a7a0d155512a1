import { useState } from "react";
import { saveTable } from "../../analysis/data/save-table.ts";
import { sourceOf } from "../../analysis/report/about";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { ComparedCharts } from "./compared-charts.tsx";
import { type ComparedRow, figureRows, identityRows, sameData, settingRows } from "./comparison-rows";
import { RunPicker } from "./run-picker.tsx";

interface ComparisonProps {
  one: Kept<RunBody>;
  other: Kept<RunBody>;
  /** All runs to choose from. */
  records: readonly Kept<RunBody>[];
  onPick: (one: string, other: string) => void;
  onClose: () => void;
}

const FACES = { words: "", code: "num", digits: "num" } as const;
const Value = ({ text, face }: { text: string; face: ComparedRow["face"] }) => (
  <span className={`inline-block max-w-[22rem] whitespace-normal break-words ${FACES[face]}`}>{text}</span>
);
const Different = () => (
  <>
    <span aria-hidden="true">≠</span>
    <span className="sr-only">differs</span>
  </>
);

const ITEM: TableColumn<ComparedRow> = { id: "name", header: "Item", cell: ({ name }) => name };
const side = (id: "one" | "other", header: string, words: boolean): TableColumn<ComparedRow> => ({
  id,
  header,
  words,
  matters: true,
  cell: (row) => <Value text={row[id]} face={row.face} />,
  text: (row) => row[id],
});
const DIFFERENCE: TableColumn<ComparedRow> = {
  id: "difference",
  header: "Difference",
  words: true,
  cell: ({ differs, difference }) => (differs ? <span className="text-warn">{difference ?? <Different />}</span> : null),
  text: ({ differs, difference }) => (differs ? (difference ?? "differs") : ""),
};
const FIGURES: readonly TableColumn<ComparedRow>[] = [
  ITEM,
  side("one", "First", false),
  side("other", "Second", false),
  { ...DIFFERENCE, words: false },
  { id: "relative", header: "Relative", cell: ({ relative }) => relative ?? "" },
  { id: "larger", header: "Larger", words: true, cell: ({ larger }) => larger ?? "" },
];
const WORDS: readonly TableColumn<ComparedRow>[] = [ITEM, side("one", "First", true), side("other", "Second", true), DIFFERENCE];

type Group = { title: string; columns: readonly TableColumn<ComparedRow>[]; rows: ComparedRow[] };

function saveGroups(groups: readonly Group[]): void {
  const all = groups.flatMap(({ title, rows }) => rows.map((row) => ({ title, ...row })));
  const column = (name: string, of: (row: (typeof all)[number]) => string) => ({ name, values: all.map(of) });
  void saveTable(
    [
      column("Group", ({ title }) => title),
      column("Item", ({ name }) => name),
      column("First", ({ saved }) => saved[0]),
      column("Second", ({ saved }) => saved[1]),
      column("Difference", ({ differs, saved }) => saved[2] ?? (differs ? "differs" : "")),
      column("Relative", ({ saved }) => saved[3] ?? ""),
      column("Larger", ({ larger = "" }) => larger),
    ],
    "comparison",
  );
}

async function saveReport(one: RunBody, other: RunBody): Promise<void> {
  const { savePageReport } = await import("../../analysis/report/save-page-report.ts");
  const sources = [one, other].flatMap(({ datasets }) => datasets.map(sourceOf));
  const result = { figures: figureRows(one, other), settings: settingRows(one, other) };
  const about = { title: `${one.title} and ${other.title}`, fileName: "comparison", sources, settings: {}, at: Date.now(), result };
  return savePageReport(() => about, null);
}

/** Two runs side by side: results as charts, figures, settings and data; differences are highlighted. */
export function Comparison({ one, other, records, onPick, onClose }: ComparisonProps) {
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const same = sameData(one.body, other.body);
  const groups: Group[] = [
    { title: "Results", columns: FIGURES, rows: figureRows(one.body, other.body) },
    { title: "Settings", columns: WORDS, rows: settingRows(one.body, other.body) },
    { title: "Data and versions", columns: WORDS, rows: identityRows(one.body, other.body) },
  ];
  return (
    <Panel
      title="Comparison"
      flush
      actions={
        <>
          <Checkbox checked={onlyDiffering} onChange={setOnlyDiffering}>
            Differences only
          </Checkbox>
          <Button size="small" onPress={() => saveGroups(groups)}>
            <TableFormatName />
          </Button>
          <Button size="small" onPress={() => void saveReport(one.body, other.body)}>
            Report (HTML)
          </Button>
          <Button size="small" kind="quiet" onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-3 px-3.5 py-2.5">
        <RunPicker label="First" chosen={one} records={records} without={other.id} onPick={(id) => onPick(id, other.id)} />
        <RunPicker label="Second" chosen={other} records={records} without={one.id} onPick={(id) => onPick(one.id, id)} />
      </div>
      <div data-report="results">
        <p className="px-3.5 pb-2.5 text-small">
          <Verdict state={same ? "ok" : "caution"}>
            {same ? "Same data: every hash is equal." : "Different data: figures also differ for that reason."}
          </Verdict>
        </p>
        <ComparedCharts one={one} other={other} />
        {groups.map(({ title, columns, rows }) => {
          const shown = onlyDiffering ? rows.filter(({ differs }) => differs) : rows;
          return (
            <section key={title} className="border-line border-t pt-2">
              <h3 className="px-3.5 font-semibold text-small">{title}</h3>
              {shown.length > 0 ? (
                <DataTable label={title} columns={columns} rows={shown} rowKey={({ name }) => name} />
              ) : (
                <p className="px-3.5 py-2 text-muted text-small">{rows.length === 0 ? "None" : "No difference"}</p>
              )}
            </section>
          );
        })}
      </div>
    </Panel>
  );
}
