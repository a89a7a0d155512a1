/** Address after the module's static data; the build checks it against the module's reserved space (`scripts/kernels.mjs`). */
export function staticEnd(): usize {
  return __heap_base;
}
