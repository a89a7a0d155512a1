/** The command was asked in a way that cannot be answered: its words say what helps. */
export class UsageError extends Error {}
