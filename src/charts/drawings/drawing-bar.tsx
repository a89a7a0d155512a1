import { Minus, Ruler, StickyNote, TrendingUp, Undo2 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { Drawings, Tool } from "./use-drawings";

const TOOLS: readonly { tool: Tool; label: string; Icon: typeof Ruler }[] = [
  { tool: "measure", label: "Measure", Icon: Ruler },
  { tool: "level", label: "Horizontal line", Icon: Minus },
  { tool: "trend", label: "Trend line", Icon: TrendingUp },
  { tool: "note", label: "Note", Icon: StickyNote },
];

/** What one may draw on a price, and the way back. */
export function DrawingBar({ drawings }: { drawings: Drawings }) {
  const { tool: chosen, choose, undo } = drawings;
  return (
    <fieldset className="flex gap-0.5" aria-label="Draw">
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
        <Button size="small" kind="quiet" square aria-label="Undo drawing" isDisabled={!undo} onPress={() => undo?.()}>
          <Undo2 size={14} aria-hidden="true" />
        </Button>
      </Tooltip>
    </fieldset>
  );
}
