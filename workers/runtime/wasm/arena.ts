import { VALUE_BYTES } from "../../contract";
import type { Kernels } from "./kernels";

/** Result of `scripts/layouts.mjs` for the declaration of a parameter block. */
interface BlockLayout<Block> {
  readonly bytes: number;
  write(memory: DataView, block: Block): void;
}

/** The kernels' memory cannot grow as far as a job needs; the job layer turns it into the failure "too-large". */
export class OutOfMemory extends Error {
  constructor(bytes: number) {
    super(`${bytes} bytes do not fit into the kernels' memory`);
    this.name = "OutOfMemory";
  }
}

/** Typed access to the kernels' linear memory: columns go in, kernels run on their addresses, columns come out. */
export class Arena {
  constructor(private readonly kernels: Kernels) {}

  /** Allocates `length` 64-bit values and returns their address: 64-byte aligned, zero-padded on both sides, contents undefined. */
  take(length: number): number {
    return this.takeBytes(length * VALUE_BYTES);
  }

  takeBytes(bytes: number): number {
    const address = this.kernels.arenaTake(bytes);
    if (address === 0) throw new OutOfMemory(bytes);
    return address;
  }

  /** Copies a column into the arena and returns its address. */
  put(values: Float64Array): number {
    const address = this.take(values.length);
    this.view(address, values.length).set(values);
    return address;
  }

  /**
   * Writes the parameter block of a kernel into the arena and returns its address. Its fields are declared in `assembly/layouts`, for
   * kernel and caller alike.
   */
  block<Block>(layout: BlockLayout<Block>, values: NoInfer<Block>): number {
    const address = this.takeBytes(layout.bytes);
    this.rewrite(address, layout, values);
    return address;
  }

  /** Overwrites the parameter block at an address. */
  rewrite<Block>(address: number, layout: BlockLayout<Block>, values: NoInfer<Block>): void {
    layout.write(new DataView(this.kernels.memory.buffer, address, layout.bytes), values);
  }

  /** A view of the memory. Growing the memory detaches it, so create a new one after every `take`. */
  view(address: number, length: number): Float64Array {
    return new Float64Array(this.kernels.memory.buffer, address, length);
  }

  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.kernels.memory.buffer, address, length);
  }

  /** Reads the value at an address. */
  read(address: number): number {
    return this.view(address, 1)[0];
  }

  /** Runs `work` and frees what it allocated, however it ends. */
  scope<T>(work: () => T): T {
    const mark = this.kernels.arenaMark();
    try {
      return work();
    } finally {
      this.kernels.arenaRelease(mark);
    }
  }
}
