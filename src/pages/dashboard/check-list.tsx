import type { ReactNode } from "react";
import { Verdict } from "../../ui/verdict.tsx";

export interface Check {
  name: string;
  state: "ok" | "caution" | "bad";
  finding: ReactNode;
}

/** A list of checks: verdict, name and finding. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="-my-1.5">
      {checks.map(({ name, state, finding }) => (
        <li key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 border-line border-t py-1.5 first:border-t-0">
          <Verdict state={state}>{name}</Verdict>
          <span className="text-muted">{finding}</span>
        </li>
      ))}
    </ul>
  );
}
