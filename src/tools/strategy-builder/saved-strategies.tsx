import { useAtomValue } from "jotai";
import { Ellipsis } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { clockTime, plural } from "../../lib/format.ts";
import { listFailed, strategies, strategiesAtom } from "../../state/strategies";
import { contentOf, type StrategyContent } from "../../state/strategy-body";
import { familyOf } from "../../strategies/families";
import { duplicateStrategy, exportStrategies, removeStrategy, type SavedStrategy, setStatus } from "../../strategies/store";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { BUILDER_DEFAULTS, type BuilderInputs } from "./settings";

const ImportDialog = deferred(async () => (await import("../../strategies/import-dialog.tsx")).ImportDialog);
const SealDialog = deferred(async () => (await import("../../strategies/seal-dialog.tsx")).SealDialog);
const VersionsDialog = deferred(async () => (await import("./versions-dialog.tsx")).VersionsDialog);

interface SavedStrategiesProps {
  strategy: StrategyContent;
  id: string | null;
  change: (changes: Partial<BuilderInputs>) => void;
}

/** The strategies on this device: open, duplicate, archive, delete, import and export. */
export function SavedStrategies({ strategy, id, change }: SavedStrategiesProps) {
  const { ready, records, warning, unlisted } = useAtomValue(strategiesAtom);
  const [looked, setLooked] = useState<string | null>(null);
  const [brought, setBrought] = useState<File | null>(null);
  const [sealed, setSealed] = useState<readonly StrategyContent[] | null>(null);
  const shown = records.find((record) => record.id === looked) ?? null;
  const columns = useMemo(() => columnsOf(id, { change, look: setLooked, seal: (body) => setSealed([body]) }), [id, change]);
  const all = records.length > 0 ? records.map(({ body }) => body) : [strategy];
  return (
    <Panel
      title="Saved strategies"
      note={records.length > 0 ? plural(records.length, "strategy", "strategies") : undefined}
      flush
      actions={
        <>
          <Button
            size="small"
            onPress={() => {
              change({ strategy: BUILDER_DEFAULTS.strategy, id: null });
              toast.info("New strategy", { action: { label: "Undo", onChoose: () => change({ strategy, id }) } });
            }}
          >
            New strategy
          </Button>
          <FileButton accept={[".json", ".sealed"]} onFile={setBrought}>
            Import JSON
          </FileButton>
          <Button size="small" onPress={() => exportStrategies(all)}>
            Export JSON
          </Button>
          <Button size="small" onPress={() => setSealed(all)}>
            Export encrypted
          </Button>
        </>
      }
    >
      {warning ? (
        <div className="p-3">{unlisted ? <FailureBox failure={{ message: listFailed(unlisted) }} /> : <Caution>{warning}</Caution>}</div>
      ) : null}
      {ready ? (
        <DataTable
          label="Saved strategies"
          columns={columns}
          rows={records as SavedStrategy[]}
          rowKey={(record) => record.id}
          empty="No saved strategies. Save Strategy stores the current strategy on this device."
        />
      ) : (
        <Skeleton rows={2} />
      )}
      {shown ? (
        <Suspense>
          <VersionsDialog
            saved={shown}
            onClose={() => setLooked(null)}
            onTake={(version) => change({ strategy: contentOf(version), id: shown.id })}
          />
        </Suspense>
      ) : null}
      <Suspense>
        {brought ? <ImportDialog file={brought} taken={records.map(({ body }) => body.name)} onClose={() => setBrought(null)} /> : null}
        {sealed ? <SealDialog list={sealed} onClose={() => setSealed(null)} /> : null}
      </Suspense>
    </Panel>
  );
}

interface RowActions extends Pick<SavedStrategiesProps, "change"> {
  look: (id: string) => void;
  seal: (strategy: StrategyContent) => void;
}

function columnsOf(id: string | null, { change, look, seal }: RowActions): TableColumn<SavedStrategy>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: (saved) => (
        <span className="inline-flex max-w-full items-center gap-2 font-[550] wrap-anywhere">
          {saved.body.name}
          {saved.id === id ? <Badge tone="accent">open</Badge> : null}
        </span>
      ),
      text: ({ body }) => body.name,
      sortBy: ({ body }) => body.name,
    },
    { id: "type", header: "Type", words: true, cell: ({ body }) => familyOf(body.type).label, sortBy: ({ body }) => body.type },
    { id: "components", header: "Components", words: true, cell: ({ body }) => body.components.join(", ") },
    { id: "status", header: "Status", words: true, cell: ({ body }) => body.status, sortBy: ({ body }) => body.status },
    { id: "saved", header: "Saved", words: true, cell: ({ changedAt }) => clockTime(changedAt), sortBy: ({ changedAt }) => changedAt },
    {
      id: "actions",
      header: "Actions",
      text: null,
      cell: (saved) => (
        <div className="flex justify-end gap-1 font-sans">
          <Button
            size="small"
            aria-label={`Open ${saved.body.name}`}
            onPress={() => {
              strategies.takeUp(saved.id);
              change({ strategy: contentOf(saved.body), id: saved.id });
            }}
          >
            Open
          </Button>
          <Menu
            label={`More for ${saved.body.name}`}
            trigger={
              <Button size="small" kind="quiet" square aria-label={`More for ${saved.body.name}`}>
                <Ellipsis aria-hidden="true" size={14} />
              </Button>
            }
            choices={[
              { id: "duplicate", label: "Duplicate", onChoose: () => void duplicateStrategy(saved) },
              {
                id: "status",
                label: saved.body.status === "active" ? "Set inactive" : "Set active",
                onChoose: () => void setStatus(saved, saved.body.status === "active" ? "inactive" : "active"),
              },
              { id: "versions", label: "Versions", note: plural(saved.body.versions.length, "version"), onChoose: () => look(saved.id) },
              { id: "export", label: "Export JSON", onChoose: () => exportStrategies([saved.body]) },
              { id: "seal", label: "Export encrypted", onChoose: () => seal(saved.body) },
              { id: "remove", label: "Delete", divided: true, onChoose: () => void removeStrategy(saved) },
            ]}
          />
        </div>
      ),
    },
  ];
}
