/** The smallest module with a SIMD instruction (i8x16.popcnt): valid only where SIMD is there. */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether this browser runs WebAssembly with SIMD, which all kernels are compiled to. */
export const hasSimd = (): boolean => typeof WebAssembly === "object" && WebAssembly.validate(SIMD_MODULE);
