import type { AlteredBlock } from "../../workers/results";
import { count, withoutTurns } from "../lib/format.ts";
import { Verdict } from "../ui/verdict.tsx";

/** Maximum number of changed parts that are named. */
const MAX_ALTERED = 12;

interface AlteredProps {
  blocks: readonly AlteredBlock[];
  describe: (block: AlteredBlock) => string;
  /** Changes in a report of another version are not errors. */
  state?: "bad" | "caution";
}

/** Describes the changed parts of a report page. */
export function Altered({ blocks, describe, state = "bad" }: AlteredProps) {
  const more = blocks.length - MAX_ALTERED;
  return (
    <>
      {blocks.slice(0, MAX_ALTERED).map((block) => (
        <li key={`${block.name} ${block.written}`}>
          <Verdict state={state}>
            <span className="wrap-anywhere">{withoutTurns(describe(block))}</span>
          </Verdict>
        </li>
      ))}
      {more > 0 ? <li className="text-muted">{count(more)} more</li> : null}
    </>
  );
}
