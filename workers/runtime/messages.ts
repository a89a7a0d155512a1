/* Messages of workers and page that do not depend on the job. The page bundles them (`src/lib/texts.ts`). */

export const crashed = "The computation stopped unexpectedly. Your data is safe: run it again.";
export const notLoaded = "A part of the app could not be loaded. Check the connection, then try again or reload the page.";
export const canceled = "Canceled";
export const tooLarge = "This needs more memory than is available. Try a shorter series.";
/** A message from elsewhere, passed on: from another host, or an earlier version. */
export const said = ({ text }: { text: string }) => text;
export const analysisFailed = ({ cause }: { cause: string }) => `Analysis failed: ${cause}`;
export const unknownJob = "Another version of Prospect requested this computation; this one does not have it.";
export const browserTooOld =
  "This browser is too old: it lacks WebAssembly SIMD. Use Chrome or Edge 111, Firefox 128, Safari 16.4, or newer.";
