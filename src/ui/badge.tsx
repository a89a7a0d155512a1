import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ToggleButton } from "react-aria-components";

const TONES = {
  neutral: "border-line-strong text-muted",
  accent: "border-accent/45 text-accent",
  good: "border-good/45 text-good",
  bad: "border-bad/45 text-bad",
  up: "border-up/45 text-up",
  down: "border-down/45 text-down",
  warn: "border-warn/45 text-warn",
} as const;
export type Tone = keyof typeof TONES;

/** A word or two about the thing it stands beside: Beta, New, Dev. */
export function Badge({ children, tone = "neutral" }: { children: ReactNode; tone?: Tone }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-[4px] border px-1.5 py-px font-[550] text-[0.808rem] leading-[1.45] ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

export interface ChipProps {
  children: ReactNode;
  tone?: Tone;
  /** Adds a remove button; `removeLabel` says what goes. */
  onRemove?: () => void;
  removeLabel?: string;
  /** Makes it a switch of its own, such as a filter; `chosen` says whether it is on. */
  onPress?: () => void;
  chosen?: boolean;
}

const CHIP = "inline-flex min-h-6 max-w-full items-center gap-1 rounded-[6px] border px-2 text-small";

/** A value that belongs to a set: a topic, a filter, a regime. */
export function Chip({ children, tone = "neutral", onRemove, removeLabel = "Remove", onPress, chosen = false }: ChipProps) {
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
      {onRemove ? (
        <Button
          aria-label={removeLabel}
          onPress={onRemove}
          className="-mr-2 grid size-6 shrink-0 place-items-center rounded-[6px] hover:text-text"
        >
          <X aria-hidden="true" size={12} />
        </Button>
      ) : null}
    </span>
  );
}

/** Says that the value beside it is illustrative, not computed from the person's data. */
export function SampleChip() {
  return (
    <span data-sample className="contents">
      <Badge tone="warn">Sample</Badge>
    </span>
  );
}

const MARKS = { up: ["▲", "text-up"], down: ["▼", "text-down"], flat: ["■", "text-warn"] } as const;

/** Direction by shape and color beside its word: ▲ Buy, ▼ Sell, ■ Hold. */
export function Direction({ mark, children }: { mark: keyof typeof MARKS; children: ReactNode }) {
  const [shape, color] = MARKS[mark];
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={`${color} font-sans`}>
        {shape}
      </span>{" "}
      {children}
    </span>
  );
}

const CHECKS = {
  ok: ["✓", "text-good", "Passed: "],
  caution: ["▲", "text-warn", "Caution: "],
  bad: ["✕", "text-bad", "Failed: "],
} as const;

/** The verdict of a check before its name, as a mark for the eye and a word for screen readers. */
export function Verdict({ state, children }: { state: keyof typeof CHECKS; children: ReactNode }) {
  const [shape, color, word] = CHECKS[state];
  return (
    <span className="inline-flex items-baseline gap-[0.5ch]">
      <span aria-hidden="true" className={`${color} font-sans`}>
        {shape}
      </span>
      <span className="sr-only">{word}</span>
      <span className="min-w-0">{children}</span>
    </span>
  );
}
