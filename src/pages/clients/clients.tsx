import { useAtomValue } from "jotai";
import { useMemo, useState } from "react";
import { PagedList } from "../../analysis/paged-list.tsx";
import type { ClientBody, Portfolio } from "../../state/client-body";
import { clientsAtom } from "../../state/clients";
import type { Kept } from "../../state/records";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ClientDialog } from "./client-dialog.tsx";
import { ClientPanel } from "./client-panel.tsx";
import { PortfolioDialog } from "./portfolio-dialog.tsx";
import { saveClient, savePortfolio } from "./save-edited";

type Client = Kept<ClientBody>;
/** What is being edited: a client, or one of its portfolios; null for a new one. */
type Edited = { kind: "client"; client: Client | null } | { kind: "portfolio"; client: Client; portfolio: Portfolio | null };

const byName = new Intl.Collator();

/** Clients with portfolios of datasets and weights, for Risk Management and Portfolio Optimization. */
export default function Clients() {
  const { ready, records, warning } = useAtomValue(clientsAtom);
  const [edited, setEdited] = useState<Edited | null>(null);
  const close = () => setEdited(null);
  const sorted = useMemo(() => [...records].sort((a, b) => byName.compare(a.body.name, b.body.name)), [records]);
  const addClient = (
    <Button kind="primary" onPress={() => setEdited({ kind: "client", client: null })}>
      Add client
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Portfolio Management"
        description="Clients and their portfolios of weighted series, for Risk Management and Portfolio Optimization. Stored on this device only."
        actions={records.length > 0 ? addClient : null}
      />
      <div className="mt-4 flex flex-col gap-4">
        {warning ? <Caution>{warning}</Caution> : null}
        {ready ? null : <Skeleton rows={6} />}
        {ready && records.length === 0 ? (
          <EmptyState actions={addClient}>No clients yet. Add a client, then portfolios of loaded series.</EmptyState>
        ) : null}
        <PagedList label="clients" items={sorted} textOf={({ body }) => `${body.name} ${body.note}`}>
          {(shown) =>
            shown.map((client) => (
              <ClientPanel
                key={client.id}
                client={client}
                onEdit={() => setEdited({ kind: "client", client })}
                onPortfolio={(portfolio) => setEdited({ kind: "portfolio", client, portfolio })}
              />
            ))
          }
        </PagedList>
      </div>
      {edited?.kind === "client" ? (
        <ClientDialog
          id={edited.client?.id ?? "new client"}
          client={edited.client?.body ?? null}
          onClose={close}
          onSave={(values) => saveClient(edited.client, values)}
        />
      ) : null}
      {edited?.kind === "portfolio" ? (
        <PortfolioDialog
          id={edited.portfolio?.id ?? `new portfolio of ${edited.client.id}`}
          client={edited.client.body.name}
          portfolio={edited.portfolio}
          onClose={close}
          onSave={(portfolio) => savePortfolio(edited.client, edited.portfolio, portfolio)}
        />
      ) : null}
    </>
  );
}
