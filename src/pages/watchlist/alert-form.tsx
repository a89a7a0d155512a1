import { useAtomValue } from "jotai";
import { X } from "lucide-react";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { setOutside } from "../../state/notify-system";
import { settingsAtom } from "../../state/settings";
import { type KeptAlerts, removeAlert } from "../../state/watch/alert-edits";
import {
  alertWords,
  holds,
  MAX_ALERTS,
  NUMBER_FIELDS,
  NUMBERS,
  type NumberField as NumberName,
  type WatchAlert,
  WORD_FIELDS,
  WORDS,
  type WordField,
} from "../../state/watch/alerts";
import type { WatchedRow } from "../../state/watch/watchlist";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";

type Field = NumberName | WordField;
const FIELDS = [
  ...NUMBER_FIELDS.map((value) => ({ value: value as Field, label: NUMBERS[value].label as string })),
  ...WORD_FIELDS.map((value) => ({ value: value as Field, label: WORDS[value].label as string })),
];
const COMPARISONS = [
  { value: "above", label: "above" },
  { value: "below", label: "below" },
] as const;
const isWord = (field: Field): field is WordField => field in WORDS;

interface Draft {
  field: Field;
  comparison: "above" | "below";
  threshold: number | null;
  word: string;
}
const below = (threshold: number) => ({ comparison: "below" as const, threshold });
const above = (threshold: number) => ({ comparison: "above" as const, threshold });
/** Thresholds offered first, in percent: that of another figure would never be met, or always. */
const USUAL: Readonly<Record<NumberName, Pick<Draft, "comparison" | "threshold">>> = {
  day: below(-3),
  month: below(-10),
  volatility: above(30),
  valueAtRisk: above(3),
  maxDrawdown: below(-20),
  drawdown: below(-10),
};
const FIRST: Draft = { field: "drawdown", ...USUAL.drawdown, word: "Sell" };

function alertOf({ field, comparison, threshold, word }: Draft): WatchAlert | null {
  const id = crypto.randomUUID();
  if (isWord(field)) return { id, field, comparison: "turns", word };
  return threshold === null ? null : { id, field, comparison, threshold };
}

interface AlertFormProps {
  alerts: readonly WatchAlert[];
  rows: readonly WatchedRow[];
  kept: KeptAlerts;
}

/** Alerts defined by figure, comparison and threshold. */
export function AlertForm({ alerts, rows, kept }: AlertFormProps) {
  const [draft, setDraft] = useState(FIRST);
  const [trouble, setTrouble] = useState<string | null>(null);
  const change = (part: Partial<Draft>) => {
    setTrouble(null);
    setDraft({ ...draft, ...part });
  };
  const add = () => {
    const alert = alertOf(draft);
    if (!alert) return setTrouble("Enter a threshold in percent");
    const known = alerts.some((one) => alertWords(one) === alertWords(alert));
    if (known) return setTrouble("This alert is set already");
    kept.set([...alerts, alert]);
  };
  const { field } = draft;
  return (
    <RailSection title="Alerts">
      {alerts.length > 0 ? (
        <ul className="flex flex-col">
          {alerts.map((alert) => (
            <AlertLine key={alert.id} alert={alert} rows={rows} onRemove={() => removeAlert(alert, kept)} />
          ))}
        </ul>
      ) : (
        <p className="text-muted text-small">None set. An alert is checked whenever a series is computed.</p>
      )}
      <Select
        label="Figure"
        value={field}
        options={FIELDS}
        onChange={(next) => change(isWord(next) ? { field: next, word: WORDS[next].words[1] } : { field: next, ...USUAL[next] })}
      />
      <div className="grid grid-cols-2 items-start gap-2.5">
        {isWord(field) ? (
          <Select
            label="Turns"
            value={draft.word}
            options={WORDS[field].words.map((word) => ({ value: word as string, label: word }))}
            onChange={(word) => change({ word })}
            className="col-span-2"
          />
        ) : (
          <>
            <Select label="Is" value={draft.comparison} options={COMPARISONS} onChange={(comparison) => change({ comparison })} />
            <NumberField
              label="Threshold"
              unit="%"
              value={draft.threshold}
              minValue={-1_000_000}
              maxValue={1_000_000}
              onChange={(threshold) => change({ threshold })}
            />
          </>
        )}
      </div>
      {trouble ? (
        <p role="alert" className="text-bad text-small">
          {trouble}
        </p>
      ) : null}
      <Button onPress={add} isDisabled={alerts.length >= MAX_ALERTS}>
        Add alert
      </Button>
      <Outside />
    </RailSection>
  );
}

function AlertLine({ alert, rows, onRemove }: { alert: WatchAlert; rows: readonly WatchedRow[]; onRemove: () => void }) {
  const met = rows.filter(({ found }) => found?.figures && holds(alert, found.figures)).length;
  const words = alertWords(alert);
  return (
    <li className="flex items-center gap-2 border-line border-t py-1 first:border-t-0">
      <span className="min-w-0 flex-1">
        {words}
        <span className={`block text-small ${met > 0 ? "text-warn" : "text-muted"}`}>
          {met > 0 ? "▲ " : ""}
          {alert.comparison === "turns" ? "now true for" : "met by"} {plural(met, "series", "series")}
        </span>
      </span>
      <Button kind="quiet" size="small" square aria-label={`Remove the alert ${words}`} onPress={onRemove}>
        <X aria-hidden="true" size={14} />
      </Button>
    </li>
  );
}

/** Alerts as system notifications; the browser prompts on the click. */
function Outside() {
  const { notify } = useAtomValue(settingsAtom);
  const [trouble, setTrouble] = useState<string | null>(null);
  return (
    <>
      <Switch on={notify} onChange={(on) => void setOutside(on).then(setTrouble)}>
        Browser notifications
      </Switch>
      {trouble ? (
        <p role="alert" className="text-bad text-small">
          {trouble}
        </p>
      ) : null}
    </>
  );
}
