import type { RecordKind } from "../../workers/storage/record";

const KINDS = ["client", "strategy", "run", "decision", "feed", "drawing"] as const satisfies readonly RecordKind[];

/** The channels on which tabs tell each other of the datasets of a workspace, and of its entries of each kind. */
export const channelsOf = (workspace: string): string[] => [workspace, ...KINDS.map((kind) => `${workspace}-${kind}`)];
