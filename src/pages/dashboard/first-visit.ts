const KEY = "prospect.dashboard-seen";
let first: boolean | null = null;

/** Whether this device sees the dashboard for the first time; stays true until the page is reloaded. */
export function isFirstVisit(): boolean {
  if (first !== null) return first;
  try {
    first = localStorage.getItem(KEY) === null;
    localStorage.setItem(KEY, "yes");
  } catch {
    // A device that remembers nothing has real values only.
    first = false;
  }
  return first;
}
