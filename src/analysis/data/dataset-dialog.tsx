import { useAtomValue } from "jotai";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Failure } from "../../../workers/contract";
import { count, day } from "../../lib/format.ts";
import { removeDataset, renameDataset } from "../../state/dataset-edits";
import { useKeptText } from "../../state/use-kept-text";
import { type ListedDataset, workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { PagedList } from "../paged-list.tsx";

interface DatasetDialogProps {
  onClose: () => void;
  onChoose: (hash: string) => void;
  /** Hash of the series in the field. */
  current: string | null;
}

/** The workspace's datasets, to choose, rename or delete. */
export function DatasetDialog({ onClose, onChoose, current }: DatasetDialogProps) {
  const { ready, datasets, warning } = useAtomValue(workspaceAtom);
  const [failure, setFailure] = useState<Failure | null>(null);
  const inUse = datasets.find(({ hash }) => hash === current)?.quality.symbolOf?.panel;
  // A symbol is listed under its panel.
  const chain = useMemo(() => chainOf(datasets), [datasets]);
  const listed = datasets.filter(({ quality }) => !chain.at.has(quality.symbolOf?.panel ?? ""));
  const choose = (hash: string) => {
    onClose();
    onChoose(hash);
  };
  const remove = async ({ hash, name }: ListedDataset) => {
    const outcome = await removeDataset(hash, name);
    setFailure(outcome.ok ? null : outcome.failure);
  };
  const rename = async ({ hash }: ListedDataset, name: string) => {
    const outcome = await renameDataset(hash, name);
    setFailure(outcome.ok ? null : outcome.failure);
  };
  return (
    <Dialog title="Loaded series" onClose={onClose}>
      <div className="flex flex-col gap-3">
        {warning ? <Caution>{warning}</Caution> : null}
        <FailureBox failure={failure} />
        {ready && datasets.length === 0 ? (
          <EmptyState>No series yet. Pasted, dropped and opened data is listed here and stored on this device.</EmptyState>
        ) : null}
        <PagedList label="series" items={listed} textOf={({ name }) => name}>
          {(shown) => (
            <ul className="flex flex-col">
              {shown.map((dataset) => (
                <DatasetRow
                  key={dataset.hash}
                  dataset={dataset}
                  version={versionOf(dataset, chain)}
                  current={dataset.hash === current || dataset.hash === inUse}
                  onChoose={() => choose(dataset.hash)}
                  onRename={(name) => void rename(dataset, name)}
                  onRemove={() => void remove(dataset)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Dialog>
  );
}

/** Datasets by hash, and the version that followed each. */
interface Chain {
  at: ReadonlyMap<string, ListedDataset>;
  next: ReadonlyMap<string, ListedDataset>;
}

const chainOf = (all: readonly ListedDataset[]): Chain => ({
  at: new Map(all.map((dataset) => [dataset.hash, dataset])),
  // If several versions follow one, the first in the list is used.
  next: new Map([...all].reverse().flatMap((dataset) => (dataset.previous ? [[dataset.previous, dataset]] : []))),
});

/** Position of a dataset among its versions, as text; empty if it has none. */
function versionOf(dataset: ListedDataset, { at, next }: Chain): string {
  let [number, before] = [1, dataset.previous];
  // A deleted version still counts; those before it are unknown.
  for (const seen = new Set<string>(); before && !seen.has(before); number++) {
    seen.add(before);
    before = at.get(before)?.previous;
  }
  const newer = next.get(dataset.hash);
  if (newer) return `version ${number}, replaced ${day(newer.savedAt)}`;
  return number > 1 ? `version ${number}` : "";
}

interface DatasetRowProps {
  dataset: ListedDataset;
  version: string;
  current: boolean;
  onChoose: () => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

function DatasetRow({ dataset, version, current, onChoose, onRename, onRemove }: DatasetRowProps) {
  const renameButton = useRef<HTMLButtonElement>(null);
  const edited = useRef(false);
  const { name, length, span, kept } = dataset;
  const { typed: draft, enter, forget: close } = useKeptText("dataset-name", dataset.hash);
  // After renaming, focus returns to the button that started it.
  useLayoutEffect(() => {
    if (draft !== null) edited.current = true;
    else if (edited.current) {
      edited.current = false;
      renameButton.current?.focus();
    }
  }, [draft]);
  const finish = () => {
    if (draft?.trim()) onRename(draft.trim());
    close();
  };
  if (draft !== null) {
    return (
      <li className="border-line border-t py-2 first:border-t-0">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            finish();
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Otherwise the surrounding list would close.
            event.stopPropagation();
            close();
          }}
        >
          <div className="min-w-0 flex-1">
            <TextField label={`New name for ${name}`} value={draft} onChange={enter} autoFocus />
          </div>
          <Button kind="primary" type="submit">
            Rename
          </Button>
          <Button kind="quiet" onPress={close}>
            Keep
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-t py-2 first:border-t-0">
      <div className="min-w-40 flex-1">
        <p className="truncate font-[550]" title={name}>
          {name}
        </p>
        <p className="num text-muted text-small">
          {count(length)} rows{span ? ` · ${day(span.from)} – ${day(span.to)}` : ""}
          {version ? ` · ${version}` : ""}
          {kept === "memory" ? " · until this tab is closed" : ""}
          {kept === "saving" ? " · saving" : ""}
        </p>
      </div>
      <Button size="small" kind="primary" isDisabled={current} onPress={onChoose} aria-label={`${current ? "In use" : "Use"}: ${name}`}>
        {current ? "In use" : "Use"}
      </Button>
      <Button size="small" ref={renameButton} onPress={() => enter(name)} aria-label={`Rename ${name}`}>
        Rename
      </Button>
      <Button size="small" onPress={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </li>
  );
}
