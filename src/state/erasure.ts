/** Sent to other tabs instead of "changed". */
export const ERASED = "erased";

/** Announces to every other tab that everything was erased. The sending instance does not receive it. */
export const erasure = new BroadcastChannel("prospect");
