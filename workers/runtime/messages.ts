/* Messages of workers and page that do not depend on the job. The page bundles them (`src/lib/texts.ts`). */

export const crashed = "The computation stopped unexpectedly. Your data is safe: run it again.";
export const notLoaded =
  "A part of the app could not be loaded. Check the connection and try again; if that does not help, reload the page.";
export const canceled = "Canceled";
export const tooLarge = "This needs more memory than is available. Try a shorter series.";
/** A message from elsewhere, passed on: from another host, or an earlier version. */
export const said = ({ text }: { text: string }) => text;
export const analysisFailed = ({ cause }: { cause: string }) => `Analysis failed: ${cause}`;
export const unknownJob = "This version of Prospect does not have this computation; it was requested by another version.";
export const browserTooOld =
  "This browser is too old to compute here: it lacks WebAssembly with SIMD. Use Chrome or Edge 111, Firefox 128, Safari 16.4, or newer.";
