import type { Outcome } from "../../workers/contract";
import type { WriteTableInput } from "../../workers/report/jobs/write-table";

/**
 * Writes tables in another thread; null until set, and until then none can be saved. A separate module, since every page loads it at start.
 */
export const tableWriter: { write: ((input: WriteTableInput) => Promise<Outcome<Blob>>) | null } = { write: null };
