import { useLayoutEffect } from "react";
import { EmptyState, type EmptyStateProps } from "../../ui/empty-state.tsx";
import { keepFocus } from "../../ui/focus-keeper.ts";
import { Miniature } from "./miniature.tsx";

export interface EmptyResultProps extends Omit<EmptyStateProps, "picture"> {
  /** Folder of the tool, and its entry among the sample results. */
  tool: string;
}

/** What to do, and the tool's own result on a sample in miniature. */
export function EmptyResult({ tool, ...state }: EmptyResultProps) {
  // Its button goes with the first press, which may come before the shell has fetched what keeps the focus.
  useLayoutEffect(keepFocus, []);
  return (
    // The focus of a button in it goes on to the main button.
    <div data-place="before-result">
      <EmptyState {...state} picture={<Miniature tool={tool} />} />
    </div>
  );
}
