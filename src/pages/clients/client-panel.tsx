import { useAtomValue } from "jotai";
import { Ellipsis } from "lucide-react";
import { succeed } from "../../../workers/contract";
import { percent } from "../../lib/format.ts";
import type { ClientBody, Portfolio } from "../../state/client-body";
import { clients } from "../../state/clients";
import { edits } from "../../state/edits";
import { cashOf } from "../../state/portfolio-rules";
import type { Kept } from "../../state/records";
import { workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";

type Client = Kept<ClientBody>;

interface ClientPanelProps {
  client: Client;
  onEdit: () => void;
  /** Opens a portfolio; null for a new one. */
  onPortfolio: (portfolio: Portfolio | null) => void;
}

async function removeClient({ id, body }: Client): Promise<void> {
  const stamp = () => clients.find(id)?.changedAt;
  const command = { what: `removal of client ${body.name}`, run: () => clients.remove(id), stamp };
  const outcome = await edits.make(command, `Removed ${body.name}`);
  if (!outcome.ok) toastFailure(outcome.failure);
}

/** Deletes one portfolio; Undo restores it beside those that exist by then, unless another tab has already. */
async function removePortfolio({ id }: Client, portfolio: Portfolio): Promise<void> {
  const without = (body: ClientBody) => body.portfolios.filter((one) => one.id !== portfolio.id);
  const found = () => clients.find(id)?.body.portfolios.find((one) => one.id === portfolio.id);
  if (!found()) return;
  const undo = async () => {
    const later = clients.find(id);
    if (!later || found()) return false;
    await clients.change(id, { ...later.body, portfolios: [...later.body.portfolios, portfolio] });
    return true;
  };
  const run = async () => {
    const now = clients.find(id);
    if (now) await clients.change(id, { ...now.body, portfolios: without(now.body) });
    return succeed({ undo });
  };
  const command = { what: `removal of portfolio ${portfolio.name}`, run, stamp: () => JSON.stringify(found()) };
  await edits.make(command, `Removed ${portfolio.name}`);
}

/** A client with its portfolios, one per row. */
export function ClientPanel({ client, onEdit, onPortfolio }: ClientPanelProps) {
  const { name, note, portfolios } = client.body;
  const columns: TableColumn<Portfolio>[] = [
    { id: "portfolio", header: "Portfolio", cell: ({ name }) => <span className="font-[550]">{name}</span>, text: ({ name }) => name },
    { id: "holdings", header: "Holdings", words: true, cell: ({ holdings }) => <Holdings holdings={holdings} />, text: holdingsText },
    { id: "cash", header: "Cash", cell: ({ holdings }) => percent(cashOf(holdings)) },
    {
      id: "actions",
      header: "Actions",
      text: null,
      matters: true,
      cell: (portfolio) => (
        <div className="flex justify-end gap-1 font-sans">
          <Button size="small" onPress={() => onPortfolio(portfolio)} aria-label={`Edit ${portfolio.name} of ${name}`}>
            Edit
          </Button>
          <Button
            size="small"
            kind="quiet"
            onPress={() => void removePortfolio(client, portfolio)}
            aria-label={`Remove ${portfolio.name} of ${name}`}
          >
            Remove
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Panel
      title={name}
      note={note}
      flush
      actions={
        <>
          <Button size="small" onPress={() => onPortfolio(null)} aria-label={`Add portfolio to ${name}`}>
            Add portfolio
          </Button>
          <Menu
            label={`More for ${name}`}
            trigger={
              <Button size="small" kind="quiet" square aria-label={`More for ${name}`}>
                <Ellipsis aria-hidden="true" size={14} />
              </Button>
            }
            choices={[
              { id: "edit", label: "Edit client", onChoose: onEdit },
              { id: "remove", label: "Remove client", divided: true, onChoose: () => void removeClient(client) },
            ]}
          />
        </>
      }
    >
      {portfolios.length > 0 ? (
        <DataTable
          label={`Portfolios of ${name}`}
          columns={columns}
          rows={[...portfolios].sort((a, b) => a.name.localeCompare(b.name))}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className="px-3.5 py-3 text-muted">No portfolios yet.</p>
      )}
    </Panel>
  );
}

const holdingsText = ({ holdings }: Portfolio): string =>
  holdings.map(({ name, weight }) => `${name} ${percent(weight)}`).join(", ") || "Cash only";

function Holdings({ holdings }: Pick<Portfolio, "holdings">) {
  const { ready, datasets } = useAtomValue(workspaceAtom);
  if (holdings.length === 0) return <span className="text-muted">Cash only</span>;
  return (
    <ul className="flex min-w-48 flex-wrap gap-x-4">
      {holdings.map(({ hash, name, weight }) => {
        const dataset = datasets.find((one) => one.hash === hash);
        return (
          <li key={hash}>
            {dataset?.name ?? name} <span className="num">{percent(weight)}</span>
            {ready && !dataset ? <span className="text-small text-warn"> · not on this device</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
