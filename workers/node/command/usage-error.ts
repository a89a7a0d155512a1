/** The command line cannot be executed; the message says what helps. */
export class UsageError extends Error {}
