import { Link, useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { clockTime, plural } from "../../lib/format.ts";
import { figureText } from "../../state/figure-text.ts";
import type { RunBody } from "../../state/run-body";
import { fillTool, runsAtom } from "../../state/run-list";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { screenName } from "../parts/screen-cards.tsx";

const SHOWN = 5;
const MAX_FIGURES = 3;

/** The tool, and the data used. */
const whereOf = ({ screen, datasets }: RunBody): string => [screenName(screen), ...datasets.map(({ name }) => name)].join(" · ");

/** The latest results of all tools, each of which can be reopened; nothing before the first. */
export function RecentRuns() {
  const { records } = useAtomValue(runsAtom);
  const navigate = useNavigate();
  if (records.length === 0) return null;
  const open = (body: RunBody) => {
    fillTool(body);
    void navigate({ to: body.screen });
  };
  return (
    <Panel
      title="Recent runs"
      note={`${plural(records.length, "run")} stored on this device`}
      actions={
        <Link to="/runs" className="inline-flex min-h-6 items-center text-accent text-small underline underline-offset-2">
          All runs
        </Link>
      }
      flush
    >
      <DataTable
        label="Recent runs"
        rows={records.slice(0, SHOWN)}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "title",
            header: "Run",
            cell: ({ body }) => (
              <div className="@max-[640px]:min-w-36">
                {body.title}
                <span className="block text-muted text-small">{whereOf(body)}</span>
              </div>
            ),
            text: ({ body }) => `${body.title}, ${whereOf(body)}`,
          },
          {
            id: "result",
            header: "Result",
            words: true,
            cell: ({ body }) =>
              body.figures
                .slice(0, MAX_FIGURES)
                .map((figure) => `${figure.label} ${figureText(figure)}`)
                .join(", "),
          },
          {
            id: "when",
            header: "When",
            words: true,
            cell: ({ body }) => <span className="whitespace-nowrap">{clockTime(body.startedAt)}</span>,
            text: ({ body }) => clockTime(body.startedAt),
          },
          {
            id: "open",
            header: "Open",
            text: null,
            matters: true,
            cell: ({ body }) => (
              <Button
                size="small"
                className="font-sans"
                onPress={() => open(body)}
                aria-label={`Open ${body.title} of ${clockTime(body.startedAt)} again`}
              >
                Open
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  );
}
