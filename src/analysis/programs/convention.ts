/** Whose definitions the figures of a file follow, whatever is chosen for the screens of this device. */
export const CONVENTION = { convention: "Prospect" } as const;
