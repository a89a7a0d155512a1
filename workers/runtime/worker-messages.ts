/*
 * What a worker says by itself, whatever job it runs. These stand apart from the texts of the jobs (`messages.ts`, which passes them on), so
 * that a worker can start without fetching those.
 */

export const crashed = "The computation stopped unexpectedly. Your data is safe: run it again.";
export const notLoaded =
  "A part of the app could not be loaded. Check the connection and try again; if that does not help, reload the page.";
export const canceled = "Canceled";
export const tooLarge = "This needs more memory than the browser allows. Try a shorter series.";
