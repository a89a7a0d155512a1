/** Definitions used in files, whatever is chosen for this device's screens. */
export const CONVENTION = { convention: "Prospect" } as const;
