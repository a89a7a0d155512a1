const KEY = "prospect.dashboard-seen";
let first: boolean | null = null;

/** Whether the dashboard is shown for the first time on this device; stays true until a reload. */
export function isFirstVisit(): boolean {
  if (first !== null) return first;
  try {
    first = localStorage.getItem(KEY) === null;
    localStorage.setItem(KEY, "yes");
  } catch {
    // Without storage every visit would look like the first, so only real values are shown.
    first = false;
  }
  return first;
}
