import type { Outcome } from "../../workers/contract";
import type { WriteTableInput } from "../../workers/report/jobs/write-table";

/** Who writes tables, in another thread; null until there is somebody, and then none can be saved. Apart, since every page has it from the start. */
export const tableWriter: { write: ((input: WriteTableInput) => Promise<Outcome<Blob>>) | null } = { write: null };
