import { fail, type Millis, type Outcome, type Progress, VALUE_BYTES } from "../contract";
import { ALONE, type Crew, shareOut } from "./crew";
import { holdLock, type Liveness } from "./hold-lock";
import { Canceled, type Job, type JobContext } from "./job";
import type { Stopping } from "./stopping";
import { transferring } from "./transferables";
import { Arena, OutOfMemory } from "./wasm/arena";
import type { KernelSet } from "./wasm/kernels";
import { ModuleNotLoaded } from "./wasm/module-not-loaded";

/** Any list of jobs by name; each job's own input type is checked on the page, where the call is typed. */
export type JobTable = Record<string, Job<never, unknown>>;

/** What a worker can run: jobs for the page, and parts of jobs, which only another job may call. */
export interface Tables {
  jobs: JobTable;
  parts: JobTable;
}

/** How often a running job's progress crosses to the page, at most. */
const PROGRESS_INTERVAL: Millis = 100;

/** One call of a job, as it crosses to the worker. */
export interface RunRequest {
  /** Number of the run: progress messages carry it. */
  run: number;
  job: string;
  /** Whether it is a part of another run's job, looked up among the parts. */
  part: boolean;
  input: unknown;
  /** One shared 32-bit flag: 1 cancels, 2 ends the run with what is done; null if memory cannot be shared. */
  cancel: Int32Array | null;
  /** Whether result columns are allocated in shared memory. */
  shared: boolean;
}

export interface ProgressMessage extends Progress {
  run: number;
}

/** Result of a call. */
export interface RunAnswer {
  outcome: Outcome<unknown>;
  /** Size of the kernels' memory, which never shrinks during the life of the worker. */
  kernelBytes: number;
}

/** What a worker offers the page. */
export interface ComputeApi extends Liveness {
  /** Loads the kernels; progress messages go to the given port, parts of a run to the crew. */
  start(progress: MessagePort, crew: Crew): Promise<void>;
  run(request: RunRequest): Promise<RunAnswer>;
}

/** Where a run's messages and parts go. */
interface Surroundings {
  parts: JobTable;
  kernels: KernelSet;
  progress: MessagePort | null;
  crew: Crew;
}

/** The context of one run: cancellation, throttled progress, result columns and parts. */
function contextFor(request: RunRequest, { parts, kernels: { core, load }, progress, crew }: Surroundings): JobContext {
  const { run, cancel, shared } = request;
  const began = performance.now();
  let reported = Number.NEGATIVE_INFINITY;
  const said = () => cancel && Atomics.load(cancel, 0);
  let stopping: Stopping | null = null;
  const context: JobContext = {
    kernels: core,
    load,
    arena: new Arena(core),
    progress(fraction, label) {
      const now = performance.now();
      if (now - reported < PROGRESS_INTERVAL) return;
      reported = now;
      progress?.postMessage({ run, fraction, label } satisfies ProgressMessage);
    },
    checkpoint() {
      if (said() && !stopping?.goesOn()) throw new Canceled();
    },
    column(length) {
      const bytes = length * VALUE_BYTES;
      try {
        return new Float64Array(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
      } catch {
        throw new OutOfMemory(bytes);
      }
    },
    async parallel(name, inputs, label, [from, to] = [0, 1], keepsPart = false) {
      const job = jobNamed(parts, name);
      // A single part reports its own progress; several do not.
      const within = (share: number) => inputs.length < 2 && context.progress(from + (to - from) * share, label);
      const part: JobContext = { ...context, progress: within };
      part.parallel = (inner, list) =>
        shareOut(ALONE, { run, job: inner, inputs: list }, (input) => runPart(jobNamed(parts, inner), input, part));
      const here = (input: unknown, place: number) => {
        context.progress(from + ((to - from) * place) / inputs.length, label);
        return runPart(job, input, part);
      };
      const share = (compute: typeof here) => shareOut(crew, { run, job: name, inputs }, compute);
      if (keepsPart) stopping ??= new (await import("./stopping")).Stopping(said);
      const outcomes = await (keepsPart && stopping ? stopping.stage(here, share) : share(here));
      context.checkpoint();
      return outcomes;
    },
    elapsed: () => performance.now() - began,
  };
  return context;
}

/** A run from another version, or from an untrusted file, may name any job. */
class UnknownJob extends Error {}

function jobNamed(jobs: JobTable, name: string): Job<never, unknown> {
  const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined;
  if (!job) throw new UnknownJob(name);
  return job;
}

/** Runs a part in this worker and releases what it allocated in the arena. */
async function runPart(job: Job<never, unknown>, input: unknown, context: JobContext): Promise<Outcome<unknown>> {
  const { kernels } = context;
  const mark = kernels.arenaMark();
  context.checkpoint();
  try {
    return await job(input as never, context);
  } finally {
    kernels.arenaRelease(mark);
  }
}

/** An exception thrown inside a job, as the failure reported to the page. Engines report failed allocations as a RangeError. */
export function failureOf(error: unknown): Outcome<never> {
  if (error instanceof Canceled) return fail("canceled", "runtime/canceled");
  if (error instanceof UnknownJob) return fail("bad-input", "runtime/unknownJob");
  if (error instanceof ModuleNotLoaded) {
    console.error(error);
    return fail("not-loaded", "runtime/notLoaded");
  }
  const memory = error instanceof OutOfMemory || (error instanceof RangeError && /allocation|memory/i.test(error.message));
  if (memory) return fail("too-large", "runtime/tooLarge");
  console.error(error);
  return fail("crashed", "runtime/crashed");
}

/** Warms up the kernels while idle, until `stop`, so that the first job finds them optimized. */
type WarmUp = (kernels: KernelSet, stop: () => boolean) => Promise<void>;

/** Everything a compute worker does, for its tables of jobs and parts; the worker files only expose it. */
export function computeApi({ jobs, parts }: Tables, load: () => Promise<KernelSet>, warmUp?: WarmUp): ComputeApi {
  let progress: MessagePort | null = null;
  let crew: Crew = ALONE;
  let asked = false;

  return {
    hold: holdLock,

    async start(port, helpers) {
      progress = port;
      crew = helpers;
      const kernels = await load();
      // Optimizes the kernels before the first job if there is time; the job never waits for it.
      void warmUp?.(kernels, () => asked);
    },

    async run(request) {
      asked = true;
      const kernels = await load();
      const mark = kernels.core.arenaMark();
      const answer = (outcome: Outcome<unknown>): RunAnswer => ({ outcome, kernelBytes: kernels.core.memory.buffer.byteLength });
      try {
        const job = jobNamed(request.part ? parts : jobs, request.job);
        const context = contextFor(request, { parts, kernels, progress, crew });
        context.checkpoint();
        const outcome = await job(request.input as never, context);
        return transferring(answer(outcome), kernels.core.memory.buffer);
      } catch (error) {
        return answer(failureOf(error));
      } finally {
        // Releases what a job forgot to release, or could not because it threw.
        kernels.core.arenaRelease(mark);
      }
    },
  };
}
