import type { ReactNode } from "react";

const MARKS = { up: ["▲", "text-up"], down: ["▼", "text-down"], flat: ["■", "text-warn"] } as const;

/** Direction by shape and color beside the word: ▲ Buy, ▼ Sell, ■ Hold. */
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
