import { X } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { failureText } from "../../lib/texts.ts";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import type { PriceBars } from "../chart-spec";
import { CATALOG, type Indicator, nameOf } from "./catalog";
import type { ShownIndicator } from "./use-indicators";

const IndicatorMenu = deferred(async () => (await import("./indicator-menu")).IndicatorMenu);
const IndicatorDialog = deferred(async () => (await import("./indicator-dialog")).IndicatorDialog);

interface IndicatorBarProps {
  price: PriceBars | undefined;
  shown: readonly ShownIndicator[];
  onChange: (next: readonly Indicator[]) => void;
}

/** The button that opens the menu, and the added indicators: the name opens its settings, the cross removes it. */
export function IndicatorBar({ price, shown, onChange }: IndicatorBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [edited, setEdited] = useState<string | null>(null);
  const chosen = shown.find(({ id }) => id === edited);
  const remove = (id: string) => {
    setEdited(null);
    onChange(shown.filter((one) => one.id !== id));
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} size="small" aria-haspopup="menu" aria-expanded={open} onPress={() => setOpen(true)}>
        Indicators
      </Button>
      {shown.length > 0 ? (
        <div className="flex flex-wrap items-center gap-1.5 max-[640px]:basis-full max-[640px]:flex-nowrap max-[640px]:overflow-x-auto">
          {shown.map((one) => (
            <IndicatorChip key={one.id} indicator={one} onEdit={() => setEdited(one.id)} onRemove={() => remove(one.id)} />
          ))}
        </div>
      ) : null}
      <Suspense>
        {open ? <IndicatorMenu button={button} price={price} set={shown} onAdd={onChange} onClose={() => setOpen(false)} /> : null}
        {chosen ? (
          <IndicatorDialog
            indicator={chosen}
            onChange={(next) => onChange(shown.map((one) => (one.id === next.id ? next : one)))}
            onRemove={() => remove(chosen.id)}
            onClose={() => setEdited(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface IndicatorChipProps {
  indicator: ShownIndicator;
  onEdit: () => void;
  onRemove: () => void;
}

function IndicatorChip({ indicator, onEdit, onRemove }: IndicatorChipProps) {
  const { failure, lacks } = indicator;
  const { shades } = CATALOG[indicator.kind];
  const color = shades?.[0].color ?? indicator.color;
  const name = nameOf(indicator);
  const trouble = lacks ?? (failure ? failureText(failure) : null);
  return (
    <span className="inline-flex shrink-0 items-center rounded-[6px] border border-line">
      <Button
        size="small"
        kind="quiet"
        className="px-1.5!"
        aria-label={`${name}: settings${trouble ? `. ${trouble}` : ""}`}
        onPress={onEdit}
      >
        <i aria-hidden="true" className="inline-block w-3.5" style={{ borderTop: `2px solid var(--${color})` }} />
        {name}
        {trouble ? <span className="max-w-48 truncate text-warn">{trouble}</span> : null}
      </Button>
      <Button size="small" kind="quiet" square aria-label={`Remove ${name}`} onPress={onRemove}>
        <X size={12} aria-hidden="true" />
      </Button>
    </span>
  );
}
