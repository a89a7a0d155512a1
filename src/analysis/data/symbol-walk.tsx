import { useAtomValue } from "jotai";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect } from "react";
import type { QualityReport } from "../../../workers/contract";
import { count } from "../../lib/format.ts";
import { workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { useStable } from "../../ui/use-latest.ts";

interface SymbolWalkProps {
  of: NonNullable<QualityReport["symbolOf"]>;
  take: (name: string) => void;
}

/** Previous, next or any symbol of the panel in the field. Alt+Page Up and Alt+Page Down step through them. */
export function SymbolWalk({ of: { panel, name }, take }: SymbolWalkProps) {
  const found = useAtomValue(workspaceAtom).datasets.find(({ hash }) => hash === panel);
  const names = found?.columns.map((column) => column.name) ?? [];
  const place = names.indexOf(name);
  const go = useStable((by: -1 | 1) => {
    const next = names[place + by];
    if (place >= 0 && next !== undefined) take(next);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const by = event.key === "PageUp" ? -1 : event.key === "PageDown" ? 1 : null;
      if (by === null || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      event.preventDefault();
      go(by);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [go]);
  if (place < 0) return <p className="mt-1 text-muted">Symbol: {name}; its panel is no longer on this device</p>;
  return (
    <div className="mt-1.5 flex items-end gap-1">
      <Select
        label="Symbol"
        className="flex-1"
        value={name}
        options={names.map((one) => ({ value: one, label: one }))}
        aside={
          <span className="num text-muted">
            {count(place + 1)} of {count(names.length)}
          </span>
        }
        onChange={(next) => {
          if (next !== name) take(next);
        }}
      />
      <Button square aria-label="Previous symbol" aria-keyshortcuts="Alt+PageUp" isDisabled={place === 0} onPress={() => go(-1)}>
        <ChevronLeft aria-hidden="true" size={14} />
      </Button>
      <Button
        square
        aria-label="Next symbol"
        aria-keyshortcuts="Alt+PageDown"
        isDisabled={place === names.length - 1}
        onPress={() => go(1)}
      >
        <ChevronRight aria-hidden="true" size={14} />
      </Button>
    </div>
  );
}
