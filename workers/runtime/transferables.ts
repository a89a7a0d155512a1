import { transfer } from "comlink";

/**
 * The buffers of a value that can be transferred to another thread instead of copied; shared buffers need no transfer.
 * @param kernelMemory the kernels' own memory, which must not be transferred: a job that returns a view of it has a bug, and this throws
 */
export function transferables(value: unknown, kernelMemory?: ArrayBuffer): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const seen = new Set<object>();

  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    const buffer = ArrayBuffer.isView(part) ? part.buffer : part;
    if (buffer instanceof ArrayBuffer) {
      if (buffer === kernelMemory) throw new Error("a result is a view of the kernels' memory");
      found.add(buffer);
    } else if (Array.isArray(part)) {
      // A list of plain numbers holds no buffer; checking its first item avoids a walk over all of them.
      if (typeof part[0] === "object") part.forEach(visit);
    } else if (!ArrayBuffer.isView(part) && Object.getPrototypeOf(part) === Object.prototype) {
      Object.values(part).forEach(visit);
    }
  };

  visit(value);
  return [...found];
}

/** Marks a worker's answer so that its buffers move to the page instead of being copied. */
export function transferring<T>(value: T, kernelMemory?: ArrayBuffer): T {
  return transfer(value, transferables(value, kernelMemory));
}
