import type { ReactNode } from "react";

const CHECKS = {
  ok: ["✓", "text-good", "Passed: "],
  caution: ["▲", "text-warn", "Caution: "],
  bad: ["✕", "text-bad", "Failed: "],
} as const;

/** Verdict of a check before its name: a symbol, and a word for screen readers. */
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
