import { createContext, Suspense, useContext } from "react";
import { deferred } from "../../ui/deferred.ts";
import type { EmptyResultProps } from "./empty-result.tsx";

const EmptyResult = deferred(async () => (await import("./empty-result.tsx")).EmptyResult);

/** Whether the first result is being made, or drawn: the end of a run is known before. */
export const Making = createContext<boolean | undefined>(false);

/**
 * Stands where the first result of a tool will be; its place is kept until it comes. The focus of a button in it goes on to the main button.
 * While the result is made what follows is out of sight: a result takes most of a page, and nothing that is read is pushed away by it.
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
