import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { isPersisted } from "../../../workers/capabilities";
import type { Failure } from "../../../workers/contract";
import { PagedList } from "../../analysis/paged-list.tsx";
import { persist } from "../../lib/capabilities";
import { bytes, clockTime, plural } from "../../lib/format.ts";
import { removeDataset } from "../../state/dataset-edits";
import { storageWarningAtom } from "../../state/storage-warning";
import { type ListedDataset, workspace, workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { DataCheck } from "./data-check.tsx";
import { Section } from "./section.tsx";

const VALUE_BYTES = 8;
const NOT_TOLD = "not reported by this browser";
const REFUSED = "The browser declined. It usually agrees for sites that are installed, bookmarked or often used.";

interface Space {
  space: { used: number; available: number } | null;
  persisted: boolean | null;
}

/** Storage use and persistence, queried again whenever the datasets change. */
function useSpace(): Space & { protect: () => Promise<boolean> } {
  const [state, setState] = useState<Space>({ space: null, persisted: null });
  useEffect(() => {
    let shown = true;
    const ask = async () => {
      const [space, persisted] = await Promise.all([workspace.space(), isPersisted()]);
      if (shown) setState({ space, persisted });
    };
    void ask();
    const stop = workspace.subscribe(() => void ask());
    return () => {
      shown = false;
      stop();
    };
  }, []);
  const protect = async () => {
    const persisted = await persist();
    setState((now) => ({ ...now, persisted }));
    return persisted;
  };
  return { ...state, protect };
}

export function StorageSection() {
  const { ready, datasets } = useAtomValue(workspaceAtom);
  const warning = useAtomValue(storageWarningAtom);
  const { space, persisted, protect } = useSpace();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState(false);
  const remove = async ({ hash, name }: ListedDataset) => {
    const outcome = await removeDataset(hash, name);
    setFailure(outcome.ok ? null : outcome.failure);
  };
  return (
    <Section
      id="storage"
      footer={
        <>
          Everything is stored on this device only. To erase it all, see{" "}
          <Link to="/logout" className="text-accent underline underline-offset-2">
            signing out
          </Link>
          .
        </>
      }
    >
      {warning ? <Caution>{warning}</Caution> : null}
      <FactList
        label="Space"
        facts={[
          { name: "Used", value: space ? bytes(space.used) : NOT_TOLD },
          { name: "Available", value: space ? bytes(Math.max(0, space.available - space.used)) : NOT_TOLD },
          { name: "Persistent storage", value: persisted === null ? NOT_TOLD : persisted ? "yes" : "no" },
        ]}
      />
      {persisted === false ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button size="small" onPress={async () => setRefused(!(await protect()))}>
            Request persistence
          </Button>
          {refused ? (
            <span role="status" className="min-w-0 flex-[1_1_14rem] text-small text-warn">
              {REFUSED}
            </span>
          ) : null}
        </div>
      ) : null}
      <FailureBox failure={failure} />
      <section aria-labelledby="datasets-heading">
        <h3 id="datasets-heading" className="mb-1 font-semibold">
          Datasets
        </h3>
        {ready && datasets.length === 0 ? (
          <p className="text-muted">No datasets yet. Data pasted, dropped or opened in a tool is listed here.</p>
        ) : null}
        <DatasetList datasets={datasets} onRemove={(dataset) => void remove(dataset)} />
      </section>
      <DataCheck />
    </Section>
  );
}

interface DatasetListProps {
  datasets: readonly ListedDataset[];
  onRemove: (dataset: ListedDataset) => void;
}

function DatasetList({ datasets, onRemove }: DatasetListProps) {
  return (
    <PagedList label="datasets" items={datasets} textOf={({ name }) => name}>
      {(shown) => (
        <ul>
          {shown.map((dataset) => (
            <li key={dataset.hash} className="flex items-center gap-3 border-line border-t py-1.5 first:border-t-0">
              <div className="min-w-0 flex-1">
                <p className="truncate" title={dataset.name}>
                  {dataset.name}
                </p>
                <p className="num text-muted text-small">
                  {plural(dataset.length, "row")} ·{" "}
                  {bytes(dataset.length * VALUE_BYTES * (dataset.columns.length + (dataset.span ? 1 : 0)))} ·{" "}
                  {dataset.kept === "memory" ? "until this tab is closed" : clockTime(dataset.savedAt)}
                </p>
              </div>
              <Button size="small" onPress={() => onRemove(dataset)} aria-label={`Remove ${dataset.name}`}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
