/** Two live regions outside React, so that anything may speak to a screen reader at any time, even while screens change. */
const regions = new Map<"polite" | "assertive", HTMLElement>();

function region(manner: "polite" | "assertive"): HTMLElement {
  const existing = regions.get(manner);
  if (existing?.isConnected) return existing;
  const element = document.createElement("div");
  element.className = "sr-only";
  element.setAttribute("aria-live", manner);
  element.setAttribute("aria-atomic", "true");
  element.dataset.announcer = manner;
  document.body.append(element);
  regions.set(manner, element);
  return element;
}

/** Call once at start: readers only notice changes in regions that were there before. */
export function prepareAnnouncer(): void {
  region("polite");
  region("assertive");
}

/** Reads `message` out without showing it: "Fit finished", "Canceled". */
export function announce(message: string, manner: "polite" | "assertive" = "polite"): void {
  const element = region(manner);
  element.textContent = "";
  // The same words twice must be a change, or they are not read again.
  setTimeout(() => {
    element.textContent = message;
  }, 50);
}
