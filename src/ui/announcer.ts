/** Two live regions outside React, so that any code can announce something at any time, even while screens change. */
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

/** Call once at start: screen readers notice changes only in regions that already exist. */
export function prepareAnnouncer(): void {
  region("polite");
  region("assertive");
}

/** Announces `message` to screen readers without showing it: "Fit finished", "Canceled". */
export function announce(message: string, manner: "polite" | "assertive" = "polite"): void {
  const element = region(manner);
  element.textContent = "";
  // Clears the region first: a repeated message is only announced if the content changes.
  setTimeout(() => {
    element.textContent = message;
  }, 50);
}
