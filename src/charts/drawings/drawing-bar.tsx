import { Minus, Ruler, StickyNote, TrendingUp, Undo2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { Drawings, Tool } from "./use-drawings";

const TOOLS: readonly { tool: Tool; label: string; Icon: typeof Ruler }[] = [
  { tool: "measure", label: "Measure", Icon: Ruler },
  { tool: "level", label: "Horizontal line", Icon: Minus },
  { tool: "trend", label: "Trend line", Icon: TrendingUp },
  { tool: "note", label: "Note", Icon: StickyNote },
];

/** Drawing tools, undo and the list of drawings. */
export function DrawingBar({ drawings }: { drawings: Drawings }) {
  const { tool: chosen, choose, undo, press } = drawings;
  const bar = useRef<HTMLFieldSetElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    // A button that becomes disabled loses focus.
    if (pressed.current && !undo) bar.current?.querySelector("button")?.focus();
    pressed.current = false;
  }, [undo]);
  const takeBack = () => {
    pressed.current = true;
    undo?.();
  };
  // Chart keys work here too: Ctrl+Z after a click on Undo undoes the next drawing.
  const onKey = (event: KeyboardEvent) => {
    if (press(event)) event.preventDefault();
  };
  return (
    <fieldset ref={bar} className="flex gap-0.5" aria-label="Draw" onKeyDown={onKey}>
      {TOOLS.map(({ tool, label, Icon }) => (
        <Tooltip key={tool} text={label}>
          <Button
            size="small"
            kind={chosen === tool ? "default" : "quiet"}
            square
            aria-label={label}
            aria-pressed={chosen === tool}
            onPress={() => choose(chosen === tool ? null : tool)}
          >
            <Icon size={14} aria-hidden="true" />
          </Button>
        </Tooltip>
      ))}
      <Tooltip text="Undo drawing">
        <Button size="small" kind="quiet" square aria-label="Undo drawing" isDisabled={!undo} onPress={takeBack}>
          <Undo2 size={14} aria-hidden="true" />
        </Button>
      </Tooltip>
    </fieldset>
  );
}
