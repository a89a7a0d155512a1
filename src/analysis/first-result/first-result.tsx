import { Suspense } from "react";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState, type EmptyStateProps } from "../../ui/empty-state.tsx";

const Miniature = deferred(async () => (await import("./miniature.tsx")).Miniature);

export interface FirstResultProps extends Omit<EmptyStateProps, "picture"> {
  /** Folder of the tool, and its entry among the sample results. */
  tool: string;
}

/** Stands where the first result of a tool will be: what to do, and the tool's own result on a sample in miniature. */
export const FirstResult = ({ tool, ...state }: FirstResultProps) => (
  <EmptyState
    {...state}
    picture={
      <Suspense>
        <Miniature tool={tool} />
      </Suspense>
    }
  />
);
