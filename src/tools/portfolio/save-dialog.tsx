import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Failure } from "../../../workers/contract";
import { portfolioKey } from "../../analysis/assets/asset-set";
import { clientsAtom, portfoliosAtom } from "../../state/clients";
import { useKeptText } from "../../state/use-kept-text";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { keepWeights } from "./save-weights";
import type { ProposalRun } from "./use-proposal";

const NEW = "new";
const FORM = "save-weights-form";

interface SaveDialogProps {
  run: ProposalRun;
  /** Of the run's assets. */
  weights: Float64Array;
  /** Default name of the portfolio, unless the assets come from one. */
  usualName: string;
  onClose: () => void;
}

/** Asks for the client and portfolio to save the weights in. */
export function SaveDialog({ run, weights, usualName, onClose }: SaveDialogProps) {
  const { records } = useAtomValue(clientsAtom);
  const from = useAtomValue(portfoliosAtom).find((listed) => portfolioKey(listed) === run.settings.portfolio);
  const source = run.settings.assetsFrom === "portfolio" ? from : undefined;
  const [client, setClient] = useState<string>(source?.client.id ?? records[0]?.id ?? NEW);
  const typedClient = useKeptText("save-weights-client");
  const typedName = useKeptText("save-weights-name", client);
  const clientName = typedClient.typed ?? "";
  const name = typedName.typed ?? source?.portfolio.name ?? usualName;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const chosen = records.find(({ id }) => id === client);
  const replaced = chosen?.body.portfolios.some((portfolio) => portfolio.name === name.trim()) ?? false;
  const ready = name.trim() !== "" && (chosen !== undefined || clientName.trim() !== "");

  const close = () => {
    typedClient.forget();
    typedName.forget();
    onClose();
  };
  const save = async () => {
    if (!ready || busy) return;
    setBusy(true);
    const destination = { client: chosen?.id ?? null, clientName: clientName.trim(), portfolioName: name.trim() };
    const outcome = await keepWeights(run, weights, destination);
    setBusy(false);
    if (!outcome.ok) return setFailure(outcome.failure);
    toast.success(`Saved as ${outcome.value.name} of ${chosen?.body.name ?? destination.clientName}`);
    close();
  };
  return (
    <Dialog
      title="Save to a client"
      onClose={close}
      cancel
      actions={
        <Button kind="primary" type="submit" form={FORM} isDisabled={!ready} busy={busy}>
          {replaced ? "Replace weights" : "Save"}
        </Button>
      }
    >
      <form
        id={FORM}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Select
          label="Client"
          value={chosen?.id ?? NEW}
          options={[...records.map(({ id, body }) => ({ value: id, label: body.name })), { value: NEW, label: "New client" }]}
          onChange={setClient}
        />
        {chosen ? null : (
          <TextField label="Name of the client" value={clientName} onChange={typedClient.enter} maxLength={200} isRequired autoFocus />
        )}
        <TextField
          label="Portfolio"
          value={name}
          onChange={typedName.enter}
          maxLength={200}
          isRequired
          hint={replaced ? "This client already has a portfolio of that name; its weights will be replaced." : undefined}
        />
        <p className="text-muted text-small">
          {run.settings.assetsFrom === "portfolio"
            ? "Holdings refer to the same datasets."
            : "Each asset is saved as a separate dataset on this device, so the portfolio can be used in any tool."}
        </p>
        <FailureBox failure={failure} />
      </form>
    </Dialog>
  );
}
