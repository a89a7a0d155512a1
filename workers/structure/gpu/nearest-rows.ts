import type { Count, Millis } from "../../contract";
import type { Diagonals } from "../profile-order";
import { KEPT, piecesOf, profileShader, TOGETHER } from "./profile-shader";

/** The graphics processor failed: the work is done without it. */
export class GpuFailure extends Error {
  constructor(what: string) {
    super(what);
    this.name = "GpuFailure";
  }
}

/** The four rows each window correlates with most, the best first; -2 for none. */
export interface NearestRows {
  correlations: Float32Array;
  rows: Uint32Array;
}

/** Memory usage flags by their numbers in the standard (GPUBufferUsage, GPUMapMode), whose names the compiler does not know. */
const [MAP_READ, COPY_SRC, COPY_DST, UNIFORM, STORAGE] = [0x1, 0x4, 0x8, 0x40, 0x80];
const READ = 0x1;

const SCOPES = ["validation", "out-of-memory", "internal"] as const;
/** Target duration of a GPU dispatch: the GPU also draws the screen, and engines abort dispatches that take seconds. */
const SHORT: Millis = 20;
const LONG: Millis = 60;

/** The search for the nearest rows of all windows on a graphics processor. */
export class RowSearch {
  private readonly shapes: GPUBuffer;
  private readonly correlations: GPUBuffer;
  private readonly rows: GPUBuffer;
  private readonly round: GPUBuffer;
  private readonly pipeline: GPUComputePipeline;
  private readonly group: GPUBindGroup;
  private begun = false;
  /** Peak rate in pairs of windows per millisecond: the first pieces are small, and wait for the shader to compile. */
  rate = 0;
  private atOnce: Count = TOGETHER;

  constructor(
    private readonly device: GPUDevice,
    private readonly diagonals: Diagonals,
  ) {
    const { windows, width } = diagonals;
    for (const scope of SCOPES) device.pushErrorScope(scope);
    const buffer = (size: number, usage: number) => device.createBuffer({ size, usage });
    this.shapes = buffer(16 * piecesOf(width) * windows, STORAGE | COPY_DST);
    this.correlations = buffer(4 * KEPT * windows, STORAGE | COPY_SRC);
    this.rows = buffer(4 * KEPT * windows, STORAGE | COPY_SRC);
    this.round = buffer(32, UNIFORM | COPY_DST);
    const module = device.createShaderModule({ code: profileShader(width) });
    this.pipeline = device.createComputePipeline({ layout: "auto", compute: { module, entryPoint: "search" } });
    this.group = device.createBindGroup({
      layout: this.pipeline.getBindGroupLayout(0),
      entries: [this.shapes, this.correlations, this.rows, this.round].map((resource, binding) => ({
        binding,
        resource: { buffer: resource },
      })),
    });
  }

  /** Uploads the shapes of the windows from `from` on, as written by `profileShapes`. */
  put(from: Count, shapes: Float32Array<ArrayBuffer>): void {
    this.device.queue.writeBuffer(this.shapes, 16 * piecesOf(this.diagonals.width) * from, shapes);
  }

  /** Compares all windows with those of [from, to); `checkpoint` is called between pieces. */
  async look(from: Count, to: Count, checkpoint: () => void): Promise<void> {
    for (let start = from; start < to; ) {
      checkpoint();
      const end = Math.min(to, start + this.atOnce);
      const began = performance.now();
      this.dispatch(start, end);
      await this.device.queue.onSubmittedWorkDone();
      const took = performance.now() - began;
      this.rate = Math.max(this.rate, ((end - start) * this.diagonals.windows) / took);
      if (took < SHORT) this.atOnce *= 2;
      else if (took > LONG && this.atOnce > TOGETHER) this.atOnce /= 2;
      start = end;
    }
  }

  /** The results so far. */
  async read(): Promise<NearestRows> {
    const [correlations, rows] = await Promise.all([this.correlations, this.rows].map((buffer) => this.copyOf(buffer)));
    for (const _ of SCOPES) {
      const error = await this.device.popErrorScope();
      if (error) throw new GpuFailure(error.message);
    }
    return { correlations: new Float32Array(correlations), rows: new Uint32Array(rows) };
  }

  private dispatch(start: Count, end: Count): void {
    const { queue } = this.device;
    const { windows, first } = this.diagonals;
    queue.writeBuffer(this.round, 0, new Uint32Array([windows, first, start, end, this.begun ? 0 : 1]));
    this.begun = true;
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.pipeline);
    pass.setBindGroup(0, this.group);
    pass.dispatchWorkgroups(Math.ceil(windows / TOGETHER));
    pass.end();
    queue.submit([encoder.finish()]);
  }

  private async copyOf(buffer: GPUBuffer): Promise<ArrayBuffer> {
    const copy = this.device.createBuffer({ size: buffer.size, usage: COPY_DST | MAP_READ });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
    this.device.queue.submit([encoder.finish()]);
    await copy.mapAsync(READ);
    return copy.getMappedRange().slice(0);
  }
}
