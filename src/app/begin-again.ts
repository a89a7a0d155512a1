import { compute, storage } from "../client/compute";
import { ERASED, erasure } from "../state/erasure";
import { inputStore } from "../state/screen-inputs";

const still = (event: Event) => event.stopImmediatePropagation();

/**
 * Restarts this tab at Home after everything on the device has been erased, here or in another tab; unsaved state of this tab is not
 * written.
 */
export function restartOnErasure(): void {
  erasure.onmessage = ({ data }) => {
    if (data !== ERASED) return;
    inputStore.flush = () => undefined;
    for (const pool of [compute, storage]) pool.rest(true);
    // Prevents handlers that would save state, or ask whether the page may be left.
    for (const end of ["beforeunload", "pagehide", "visibilitychange", "storage"]) addEventListener(end, still, true);
    window.location.assign(import.meta.env.BASE_URL);
  };
}
