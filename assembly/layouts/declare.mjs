/**
 * Functions that declare layouts. A layout defines the fields of a block of the kernels' memory that both sides read: it is written once
 * here, and `scripts/layouts.mjs` generates what AssemblyScript and TypeScript each import.
 */

/** A field of a block: its type on the kernels' side, and what it is. */
const field = (type) => (text) => ({ type, text });

/** A real number. */
export const f64 = field("f64");
/** A count, an index or a code. */
export const i32 = field("i32");
/** An address. */
export const usize = field("usize");
/** A Boolean. */
export const bool = field("bool");

/**
 * Parameters of a kernel that takes more than six: it reads the fields once at the start of a call, so anything that changes from chunk to
 * chunk must be a parameter, not a field.
 * @param text what it is for
 * @param fields name → field, in the order of the memory
 */
export const block = (text, fields) => ({ kind: "block", text, fields });
