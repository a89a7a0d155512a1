import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, Pin } from "lucide-react";
import { useState } from "react";
import { type Sharing, useSharing } from "../../analysis/use-sharing.tsx";
import { clockTime, duration, withoutTurns } from "../../lib/format.ts";
import { failureText } from "../../lib/texts.ts";
import { edits } from "../../state/edits";
import { figureText } from "../../state/figure-text.ts";
import { changeRecord } from "../../state/record-edits";
import type { Kept } from "../../state/records";
import type { Figure, RunBody } from "../../state/run-body";
import { fillTool, runs as store } from "../../state/run-list";
import type { SharedScreen } from "../../state/share-code";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PagedTable } from "../../ui/paged-table.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";
import { Verdict } from "../../ui/verdict.tsx";
import { NoteDialog, RenameDialog } from "./rename-dialog.tsx";
import { toolOf } from "./run-filter.tsx";
import { type Rerun, type Reruns, verdictText } from "./use-reruns.ts";

type Run = Kept<RunBody>;

interface RunTableProps {
  runs: readonly Run[];
  /** Ids of the runs chosen for comparison. */
  chosen: readonly string[];
  onChoose: (id: string, on: boolean) => void;
  reruns: Reruns;
}

/** Headline figures that fit in a row. */
const MAX_FIGURES = 3;

const sharedOf = ({ body }: Run): SharedScreen => ({ screen: body.screen as `/${string}`, settings: JSON.parse(body.settings) });

async function remove({ id, body }: Run): Promise<void> {
  const stamp = () => store.find(id)?.changedAt;
  const outcome = await edits.make({ what: `removal of run ${body.title}`, run: () => store.remove(id), stamp }, `Removed ${body.title}`);
  if (!outcome.ok) toastFailure(outcome.failure);
}

/** Result and time of a run. */
const COMPUTED: readonly TableColumn<Run>[] = [
  {
    id: "figures",
    header: "Result",
    words: true,
    cell: ({ body }) => <Figures figures={body.figures} />,
    text: ({ body }) => textOf(body.figures),
  },
  {
    id: "when",
    header: "Computed",
    words: true,
    cell: ({ body }) => <span className="whitespace-nowrap text-small">{clockTime(body.startedAt)}</span>,
    text: ({ body }) => clockTime(body.startedAt),
  },
  { id: "took", header: "Took", cell: ({ body }) => duration(body.millis) },
];

export function RunTable({ runs, chosen, onChoose, reruns }: RunTableProps) {
  const navigate = useNavigate();
  const [renamed, setRenamed] = useState<Run | null>(null);
  const [noted, setNoted] = useState<Run | null>(null);
  /** Changes the text of a run, which another tab may have changed meanwhile. */
  const say = (run: Run, words: Partial<RunBody>, what: string) =>
    void changeRecord(store, run.id, { ...(store.find(run.id) ?? run).body, ...words }, `${what} run ${run.body.title}`);
  const sharing = useSharing();
  const open = ({ body }: Run) => {
    fillTool(body);
    void navigate({ to: body.screen });
  };
  const columns: TableColumn<Run>[] = [
    {
      id: "compare",
      header: "Compare",
      text: null,
      cell: ({ id, body }) => (
        <Checkbox checked={chosen.includes(id)} onChange={(on) => onChoose(id, on)}>
          <span className="sr-only">Compare {body.title}</span>
        </Checkbox>
      ),
    },
    {
      id: "run",
      header: "Run",
      words: true,
      matters: true,
      cell: (run) => <RunName run={run} rerun={reruns.of(run.id)} onCancel={() => reruns.cancel(run.id)} />,
      text: ({ body: { title, note } }) => (note ? `${title}: ${note}` : title),
    },
    ...COMPUTED,
    {
      id: "actions",
      header: "Actions",
      text: null,
      matters: true,
      cell: (run) => (
        <RunActions
          run={run}
          reruns={reruns}
          open={() => open(run)}
          rename={() => setRenamed(run)}
          annotate={() => setNoted(run)}
          sharing={sharing}
        />
      ),
    },
  ];
  return (
    <>
      <PagedTable
        label="Runs"
        columns={columns}
        total={runs.length}
        rowsAt={(from, to) => runs.slice(from, to)}
        rowKey={({ id }) => id}
        saved
      />
      {renamed ? (
        <RenameDialog
          id={renamed.id}
          title={renamed.body.title}
          onClose={() => setRenamed(null)}
          onRename={(title) => say(renamed, { title: withoutTurns(title) }, "renaming of")}
        />
      ) : null}
      {noted ? (
        <NoteDialog
          id={noted.id}
          note={noted.body.note}
          onClose={() => setNoted(null)}
          onNote={(note) => say(noted, { note }, "note on")}
        />
      ) : null}
      {sharing.dialog}
    </>
  );
}

interface RunActionsProps extends Pick<RunTableProps, "reruns"> {
  run: Run;
  open: () => void;
  rename: () => void;
  annotate: () => void;
  sharing: Sharing;
}

function RunActions({ run, reruns, open, rename, annotate, sharing }: RunActionsProps) {
  return (
    <div className="flex justify-end gap-1 font-sans">
      <Button
        size="small"
        kind="quiet"
        square
        aria-label={`${run.body.pinned ? "Unpin" : "Pin"} ${run.body.title}`}
        onPress={() => void store.change(run.id, { ...run.body, pinned: !run.body.pinned })}
      >
        <Pin
          aria-hidden="true"
          size={13}
          fill={run.body.pinned ? "currentColor" : "none"}
          className={run.body.pinned ? "text-accent" : ""}
        />
      </Button>
      <Button size="small" onPress={open} aria-label={`Open ${run.body.title} in ${toolOf(run.body)}`}>
        Open
      </Button>
      <Menu
        label={`More for ${run.body.title}`}
        trigger={
          <Button size="small" kind="quiet" square aria-label={`More for ${run.body.title}`}>
            <Ellipsis aria-hidden="true" size={14} />
          </Button>
        }
        choices={[
          {
            id: "rerun",
            label: "Run again and compare",
            note: run.body.obstacle ?? undefined,
            disabled: run.body.input === null || reruns.of(run.id)?.phase === "running",
            onChoose: () => reruns.start(run),
          },
          { id: "rename", label: "Rename", onChoose: rename },
          { id: "note", label: run.body.note ? "Edit note" : "Add a note", onChoose: annotate },
          ...sharing.choicesOf(
            () => sharedOf(run),
            () => run.body.startedAt,
          ),
          { id: "remove", label: "Remove", divided: true, onChoose: () => void remove(run) },
        ]}
      />
    </div>
  );
}

function RunName({ run: { body, kept }, rerun, onCancel }: { run: Run; rerun: Rerun | undefined; onCancel: () => void }) {
  const data = body.datasets.map(({ name }) => name).join(", ");
  return (
    <div className="min-w-44 max-w-[24rem] @max-[640px]:w-[calc(100cqw-196px)] @max-[640px]:min-w-0">
      <p className="wrap-anywhere font-[550]">{body.title}</p>
      <p className="wrap-anywhere text-muted text-small">
        {[toolOf(body), data, kept === "memory" ? "until this tab is closed" : ""].filter(Boolean).join(" · ")}
      </p>
      {body.note ? <p className="wrap-anywhere mt-0.5 whitespace-pre-line text-small">{body.note}</p> : null}
      {rerun ? <RerunLine rerun={rerun} onCancel={onCancel} /> : null}
    </div>
  );
}

function RerunLine({ rerun, onCancel }: { rerun: Rerun; onCancel: () => void }) {
  if (rerun.phase === "running") {
    return (
      <p className="flex items-center gap-2 text-muted text-small">
        Running again
        <Button size="small" kind="quiet" onPress={onCancel}>
          Cancel
        </Button>
      </p>
    );
  }
  const [state, text] =
    rerun.phase === "failed"
      ? (["bad", failureText(rerun.failure)] as const)
      : ([rerun.verdict.same ? "ok" : "bad", verdictText(rerun.verdict)] as const);
  return (
    <p className="text-small">
      <Verdict state={state}>{text}</Verdict>
    </p>
  );
}

const textOf = (figures: readonly Figure[]): string =>
  figures
    .slice(0, MAX_FIGURES)
    .map((figure) => `${figure.label} ${figureText(figure)}`)
    .join(", ");

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="@max-[640px]:flex @max-[640px]:flex-wrap gap-x-3 text-small">
      {figures.slice(0, MAX_FIGURES).map((figure) => (
        <li key={figure.label} className="whitespace-nowrap">
          <span className="text-muted">{figure.label} </span>
          <span className="num">{figureText(figure)}</span>
        </li>
      ))}
    </ul>
  );
}
