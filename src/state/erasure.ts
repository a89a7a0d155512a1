/** What other tabs hear instead of "changed". */
export const ERASED = "erased";

/** On it every tab hears that everything was erased. One that says so on it hears nothing itself. */
export const erasure = new BroadcastChannel("prospect");
