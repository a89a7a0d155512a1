import type { RefObject } from "react";
import { INDICATOR_NEEDS } from "../../../workers/indicators/schema";
import { OpenMenu } from "../../ui/menu.tsx";
import type { PriceBars } from "../chart-spec";
import { CATALOG, type Indicator, KINDS, lacking } from "./catalog";
import { freshIndicator, MAX_INDICATORS } from "./indicator-set";

interface IndicatorMenuProps {
  button: RefObject<HTMLElement | null>;
  price: PriceBars | undefined;
  set: readonly Indicator[];
  onAdd: (next: readonly Indicator[]) => void;
  onClose: () => void;
}

/** Menu of indicators. Those the data lack columns for are listed with what they need. */
export function IndicatorMenu({ button, price, set, onAdd, onClose }: IndicatorMenuProps) {
  const full = set.length >= MAX_INDICATORS ? `At most ${MAX_INDICATORS} indicators` : null;
  const choices = KINDS.map((kind) => {
    const { name, short } = CATALOG[kind];
    const refused = full ?? lacking(INDICATOR_NEEDS[kind] ?? [], price);
    return {
      id: kind,
      label: name.includes(short) ? name : `${name} (${short})`,
      note: refused,
      disabled: refused !== null,
      onChoose: () => onAdd([...set, freshIndicator(kind, set)]),
    };
  });
  return <OpenMenu label="Indicators" button={button} choices={choices} onClose={onClose} />;
}
