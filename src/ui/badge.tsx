import type { ReactNode } from "react";

export const TONES = {
  neutral: "border-line-strong text-muted",
  accent: "border-accent/45 text-accent",
  good: "border-good/45 text-good",
  bad: "border-bad/45 text-bad",
  up: "border-up/45 text-up",
  down: "border-down/45 text-down",
  warn: "border-warn/45 text-warn",
} as const;
export type Tone = keyof typeof TONES;

/** One or two words of status: Beta, New, Dev. */
export function Badge({ children, tone = "neutral" }: { children: ReactNode; tone?: Tone }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-[4px] border px-1.5 py-px font-[550] text-[0.808rem] leading-[1.45] ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

/** Marks a value as illustrative, not computed from the user's data. */
export function SampleChip() {
  return (
    <span data-sample className="contents">
      <Badge tone="warn">Sample</Badge>
    </span>
  );
}
