import type { RecordKind } from "../../workers/storage/record";

const KINDS = ["client", "strategy", "run", "decision", "feed", "drawing"] as const satisfies readonly RecordKind[];

/** The channels on which tabs announce changes to the datasets of a workspace, and to its entries of each kind. */
export const channelsOf = (workspace: string): string[] => [workspace, ...KINDS.map((kind) => `${workspace}-${kind}`)];
