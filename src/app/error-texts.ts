/** Texts of the page that replaces a screen that crashed. */
export const ERROR_TITLE = "Something went wrong";
export const ERROR_TIPS = [
  "Check your internet connection",
  "Clear your browser cache",
  "Try disabling any ad blockers",
  "Contact support if the problem persists",
] as const;

const IMPORT_FAILED = "Failed to load a required component. This might be due to a network issue or a temporary problem.";
const CORRUPTED = "Content loading error. This might be due to cached data.";
const OTHER = "The application encountered an unexpected error. Please try refreshing the page.";

/** Selects one of the three texts: browsers identify a failed import only by their error message. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (/corrupt|unexpected token '?<|mime type/i.test(message)) return CORRUPTED;
  if (/dynamically imported module|importing a module script|loading (css )?chunk|preload css/i.test(message)) return IMPORT_FAILED;
  return OTHER;
}
