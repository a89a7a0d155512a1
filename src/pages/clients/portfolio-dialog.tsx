import { useAtomValue } from "jotai";
import { X } from "lucide-react";
import { weightSetting } from "../../../workers/portfolio/budget-schema";
import { percent } from "../../lib/format.ts";
import type { Holding, Portfolio } from "../../state/client-body";
import { cashOf, weightSum } from "../../state/portfolio-rules";
import { workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { PasteWeights } from "./paste-weights.tsx";
import { type Draft as Entered, useDraft } from "./use-draft";

interface PortfolioDialogProps {
  /** Key under which a draft is stored across a reload. */
  id: string;
  /** Name of the client. */
  client: string;
  /** Null for a new one. */
  portfolio: Portfolio | null;
  onClose: () => void;
  /** Settles once it is stored. */
  onSave: (portfolio: Portfolio) => Promise<unknown>;
}

type Draft = Entered["holdings"][number];

const complete = (drafts: readonly Draft[]): Holding[] => drafts.map((draft) => ({ ...draft, weight: draft.weight ?? 0 }));

const NONE_LOADED = "No series on this device yet. Load some in any tool to add them as holdings.";

/** Name, datasets and weights of a portfolio; the remainder to 100% is cash. */
export function PortfolioDialog({ id, client, portfolio, onClose, onSave }: PortfolioDialogProps) {
  const { datasets } = useAtomValue(workspaceAtom);
  const entered = useDraft(id, { name: portfolio?.name ?? "", note: "", holdings: portfolio?.holdings ?? [] });
  const { name, holdings: drafts } = entered.draft;
  const setDrafts = (holdings: readonly Draft[]) => entered.enter({ holdings: [...holdings] });
  const close = () => {
    entered.forget();
    onClose();
  };
  const free = datasets.filter(({ hash }) => !drafts.some((draft) => draft.hash === hash));
  const holdings = complete(drafts);
  const cash = cashOf(holdings);
  const missing = drafts.filter(({ hash }) => !datasets.some((dataset) => dataset.hash === hash));
  const given = name.trim();

  const change = (hash: string, weight: number | null) =>
    setDrafts(drafts.map((draft) => (draft.hash === hash ? { ...draft, weight } : draft)));
  const add = (hash: string) => {
    const dataset = datasets.find((one) => one.hash === hash);
    if (dataset) setDrafts([...drafts, { hash, name: dataset.name, weight: null }]);
  };
  return (
    <Dialog
      title={portfolio ? `Edit portfolio of ${client}` : `Add portfolio to ${client}`}
      answer
      onClose={close}
      cancel
      actions={
        <Button
          kind="primary"
          isDisabled={given === "" || cash < 0}
          busy={entered.saving}
          onPress={() => void entered.save(onSave({ id: portfolio?.id ?? crypto.randomUUID(), name: given, holdings }), onClose)}
        >
          Save
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField label="Name" value={name} onChange={(typed) => entered.enter({ name: typed })} maxLength={200} isRequired autoFocus />
        {drafts.length > 0 ? (
          <HoldingList
            drafts={drafts}
            names={new Map(datasets.map((dataset) => [dataset.hash, dataset.name]))}
            change={change}
            remove={(hash) => setDrafts(drafts.filter((draft) => draft.hash !== hash))}
          />
        ) : null}
        <CashLine holdings={holdings} />
        {missing.length > 0 ? (
          <Caution>{missing.map(({ name: gone }) => gone).join(", ")}: not on this device. Load it again or remove it.</Caution>
        ) : null}
        {datasets.length === 0 ? <Caution>{NONE_LOADED}</Caution> : null}
        <div className="flex flex-wrap items-end gap-2">
          <Select
            label="Add a dataset"
            value={null}
            placeholder={free.length > 0 ? "Choose" : "All datasets added"}
            options={free.map(({ hash, name: label }) => ({ value: hash, label }))}
            onChange={add}
            disabled={free.length === 0}
            className="flex-1"
          />
          <Button
            isDisabled={drafts.length === 0}
            onPress={() => setDrafts(drafts.map((draft) => ({ ...draft, weight: 1 / drafts.length })))}
          >
            Equal weights
          </Button>
        </div>
        <PasteWeights datasets={datasets} onTake={setDrafts} />
      </div>
    </Dialog>
  );
}

interface HoldingListProps {
  drafts: readonly Draft[];
  /** Names of datasets on this device, by hash. */
  names: ReadonlyMap<string, string>;
  change: (hash: string, weight: number | null) => void;
  remove: (hash: string) => void;
}

function HoldingList({ drafts, names, change, remove }: HoldingListProps) {
  return (
    <ul aria-label="Holdings" className="flex flex-col">
      {drafts.map(({ hash, name: held, weight }) => (
        <li key={hash} className="flex items-center gap-2 border-line border-t py-1.5 first:border-t-0">
          <span className="min-w-0 flex-1 break-words">{names.get(hash) ?? held}</span>
          <SettingField
            setting={weightSetting}
            label={`Weight of ${held}`}
            labelHidden
            value={weight}
            onChange={(next) => change(hash, next)}
            step={0.1}
            className="w-28"
          />
          <Button size="small" kind="quiet" square aria-label={`Remove ${held}`} onPress={() => remove(hash)}>
            <X aria-hidden="true" size={13} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Sum of the weights, and the cash remaining. */
function CashLine({ holdings }: { holdings: readonly Holding[] }) {
  const cash = cashOf(holdings);
  return (
    <p role="status" className={`num text-small ${cash < 0 ? "text-down" : "text-muted"}`}>
      {cash < 0
        ? `Weights sum to ${percent(weightSum(holdings), 2)}: reduce by ${percent(-cash, 2)}`
        : `Weights ${percent(weightSum(holdings), 2)} · cash ${percent(cash, 2)}`}
    </p>
  );
}
