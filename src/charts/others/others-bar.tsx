import { X } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Words } from "../../ui/texts.ts";
import type { ChartDesk } from "../chart-desk";
import type { OtherSet } from "./other-set";
import type { Others } from "./use-others";
import type { ShownOther } from "./with-others";

const OthersMenu = deferred(async () => (await import("./others-menu")).OthersMenu);

interface OthersBarProps {
  desk: ChartDesk;
  /** Hash of the charted series. */
  dataset: string | undefined;
  set: OtherSet;
  others: Others;
  onChange: (next: OtherSet) => void;
}

/** The button that opens the menu, the added series, each with its cross, and the switch for rebasing. */
export function OthersBar({ desk, dataset, set, others, onChange }: OthersBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { shown, trouble } = others;
  const remove = ({ hash, column }: ShownOther) => {
    onChange({ ...set, list: set.list.filter((one) => one.hash !== hash || one.column !== column) });
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} size="small" aria-haspopup="menu" aria-expanded={open} onPress={() => setOpen(true)}>
        Add a series
      </Button>
      {shown.length > 0 ? (
        <div className="flex flex-wrap items-center gap-1.5 max-[640px]:basis-full max-[640px]:flex-nowrap max-[640px]:overflow-x-auto">
          {shown.map((one) => (
            <OtherChip key={`${one.hash} ${one.column}`} other={one} onRemove={() => remove(one)} />
          ))}
          <Checkbox checked={set.rebase} onChange={(rebase) => onChange({ ...set, rebase })}>
            <span className="whitespace-nowrap">Rebase to 100</span>
          </Checkbox>
          {trouble && !trouble.ok ? (
            <span role="status" className="shrink-0 text-small text-warn">
              <Words of={trouble.failure} />
            </span>
          ) : null}
        </div>
      ) : null}
      <Suspense>
        {open ? (
          <OthersMenu desk={desk} button={button} dataset={dataset} set={set} onChange={onChange} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

function OtherChip({ other: { name, color, values }, onRemove }: { other: ShownOther; onRemove: () => void }) {
  const trouble = values?.ok === false ? values.failure : null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 rounded-[6px] border border-line pl-1.5 text-small">
      <i aria-hidden="true" className="inline-block w-3.5" style={{ borderTop: `2px solid var(--${color})` }} />
      <span className="max-w-48 truncate">{name}</span>
      {trouble ? (
        <span role="status" className="text-warn">
          <Words of={trouble} />
        </span>
      ) : null}
      <Button size="small" kind="quiet" square aria-label={`Remove ${name} from the chart`} onPress={onRemove}>
        <X size={12} aria-hidden="true" />
      </Button>
    </span>
  );
}
