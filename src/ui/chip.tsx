import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components";
import { TONES, type Tone } from "./badge.tsx";

interface ChipProps {
  children: ReactNode;
  tone?: Tone;
  /** Makes it a toggle, such as a filter; `chosen` is its state. */
  onPress?: () => void;
  chosen?: boolean;
}

const CHIP = "inline-flex min-h-6 max-w-full items-center gap-1 rounded-[6px] border px-2 text-small";

/** A member of a set: a topic, a filter, a regime. */
export function Chip({ children, tone = "neutral", onPress, chosen = false }: ChipProps) {
  if (onPress) {
    return (
      <ToggleButton
        isSelected={chosen}
        onChange={onPress}
        className={`${CHIP} cursor-default bg-raised hover:border-muted selected:border-accent selected:bg-accent-soft selected:text-text ${TONES[tone]}`}
      >
        <span className="truncate">{children}</span>
      </ToggleButton>
    );
  }
  return (
    <span className={`${CHIP} bg-raised ${TONES[tone]}`}>
      <span className="truncate">{children}</span>
    </span>
  );
}
