import { Suspense } from "react";
import { deferred } from "../../ui/deferred.ts";
import type { EmptyResultProps } from "./empty-result.tsx";

const EmptyResult = deferred(async () => (await import("./empty-result.tsx")).EmptyResult);

/** Stands where the first result of a tool will be; its place is kept until it comes. */
export const FirstResult = (props: EmptyResultProps) => (
  <Suspense fallback={<div className="min-h-[17rem]" />}>
    <EmptyResult {...props} />
  </Suspense>
);
