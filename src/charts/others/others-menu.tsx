import { type RefObject, useSyncExternalStore } from "react";
import { OpenMenu } from "../../ui/menu.tsx";
import type { ChartDesk } from "../chart-desk";
import { MAX_OTHERS, type OtherSet } from "./other-set";

interface OthersMenuProps {
  desk: ChartDesk;
  button: RefObject<HTMLElement | null>;
  dataset: string | undefined;
  set: OtherSet;
  onChange: (next: OtherSet) => void;
  onClose: () => void;
}

const MAX_CHOICES = 200;

/** Menu of loaded series; added ones are checked, and removed when chosen again. */
export function OthersMenu({ desk, button, dataset, set, onChange, onClose }: OthersMenuProps) {
  const listed = useSyncExternalStore(desk.listed.subscribe, desk.listed.read);
  const full = set.list.length >= MAX_OTHERS;
  const choices = listed
    .filter(({ hash, column }) => hash !== dataset || column !== null)
    .slice(0, MAX_CHOICES)
    .map((one) => {
      const others = set.list.filter(({ hash, column }) => hash !== one.hash || column !== one.column);
      const current = others.length < set.list.length;
      return {
        id: `${one.hash} ${one.column ?? ""}`,
        label: one.name,
        current,
        note: full && !current ? `At most ${MAX_OTHERS} series` : undefined,
        disabled: full && !current,
        onChoose: () => onChange({ ...set, list: current ? others : [...set.list, one] }),
      };
    });
  const none = { id: "none", label: "No other series is loaded", note: "Load one on any screen", disabled: true, onChoose: () => {} };
  return <OpenMenu label="Add a series" button={button} choices={choices.length > 0 ? choices : [none]} onClose={onClose} />;
}
