/**
 * Functions that declare layouts. A layout defines the fields of a block of the kernels' memory that both sides read: it is written once
 * here, and `scripts/layouts.mjs` generates what AssemblyScript and TypeScript each import.
 */

/** A field of a block: its type on the kernels' side, and what it is. */
const field = (type) => (text) => ({ type, text });

/** A real number. */
export const f64 = field("f64");
/** A count, a place or a code. */
export const i32 = field("i32");
/** An address. */
export const usize = field("usize");
/** Yes or no. */
export const bool = field("bool");

/**
 * What a kernel is given beyond six parameters: it reads the fields once at the start of a call, so anything that changes from chunk to
 * chunk must be a parameter, not a field.
 * @param text what it is for
 * @param fields name → field, in the order of the memory
 */
export const block = (text, fields) => ({ kind: "block", text, fields });
