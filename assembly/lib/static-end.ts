/** Address behind the module's static data; the build holds it against the room the module has (`scripts/kernels.mjs`). */
export function staticEnd(): usize {
  return __heap_base;
}
