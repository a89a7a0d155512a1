/** Compiled kernels ("module.kernel") and plain twins ("file:twin") called since it was last emptied. */
export const called = new Set<string>();

function wrapped(label: string, work: (...values: unknown[]) => unknown) {
  return (...values: unknown[]): unknown => {
    called.add(label);
    return work(...values);
  };
}

/** The same kernels, which write down that they are called. */
export function witnessed<T extends object>(module: string, kernels: T): T {
  const own: Record<string, unknown> = {};
  for (const name in kernels) {
    const part: unknown = kernels[name];
    own[name] = typeof part === "function" ? wrapped(`${module}.${name}`, (...values) => part(...values)) : part;
  }
  return own as T;
}

/** The same twin, which writes down that it is called; what is no function stays what it is. */
export const witnessedTwin = <T>(label: string, twin: T): T =>
  typeof twin === "function" ? (wrapped(label, (...values) => twin(...values)) as T) : twin;
