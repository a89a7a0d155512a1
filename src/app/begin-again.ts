import { compute, storage } from "../client/compute";
import { ERASED, erasure } from "../state/erasure";
import { inputStore } from "../state/screen-inputs";

const still = (event: Event) => event.stopImmediatePropagation();

/** Has this tab begin again at Home once everything on the device was erased, here or in another tab: nothing it still holds is written down. */
export function beginAgainOnErasure(): void {
  erasure.onmessage = ({ data }) => {
    if (data !== ERASED) return;
    inputStore.flush = () => undefined;
    for (const pool of [compute, storage]) pool.rest(true);
    // Those who write something down when the page goes or there is room, or ask whether it may go, are not told so.
    for (const end of ["beforeunload", "pagehide", "visibilitychange", "storage"]) addEventListener(end, still, true);
    window.location.assign(import.meta.env.BASE_URL);
  };
}
