import { createContext, Suspense, useContext } from "react";
import { deferred } from "../../ui/deferred.ts";
import type { EmptyResultProps } from "./empty-result.tsx";

const EmptyResult = deferred(async () => (await import("./empty-result.tsx")).EmptyResult);

/** Whether the first result is being computed or rendered: the end of a run is known before it is visible. */
export const Making = createContext<boolean | undefined>(false);

/**
 * Placeholder for the first result of a tool, whose space is reserved until it arrives. Focus on a button in it moves to the main button.
 * While the result is being computed, content below is out of view: a result takes most of a page and would push it away.
 */
export function FirstResult(props: EmptyResultProps) {
  const making = useContext(Making) || props.busy;
  return (
    <div data-place="before-result" className={`@container ${making ? "min-h-dvh" : ""}`}>
      <Suspense fallback={<div className="min-h-98 @min-[640px]:min-h-56" />}>
        <EmptyResult {...props} busy={making} />
      </Suspense>
    </div>
  );
}
