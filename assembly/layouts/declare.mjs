/**
 * The words layouts are declared with. A layout says what stands where in a piece of the kernels' memory that both sides read: here it is
 * written once, and `scripts/layouts.mjs` makes of it what AssemblyScript and TypeScript each import.
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
 * What a kernel is given beyond six parameters: it reads the fields once at the start of a call, so what changes from chunk to chunk is no
 * field but a parameter.
 * @param text what it is for
 * @param fields name → field, in the order of the memory
 */
export const block = (text, fields) => ({ kind: "block", text, fields });
