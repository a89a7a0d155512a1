import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export interface FileCardProps {
  name: string;
  /** "1,974 returns read, 0 dropped". */
  note: ReactNode;
  onRemove: () => void;
  disabled?: boolean;
}

/** A loaded file: its name, what was read from it, and Remove. */
export function FileCard({ name, note, onRemove, disabled }: FileCardProps) {
  return (
    <div className="flex items-center gap-2 rounded-[6px] border border-line bg-raised px-2.5 py-2">
      <div className="min-w-0 flex-1">
        <div className="truncate" title={name}>
          {name}
        </div>
        <div className="text-muted text-small">{note}</div>
      </div>
      <Button size="small" onPress={onRemove} isDisabled={disabled} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </div>
  );
}
