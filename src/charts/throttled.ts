/** Minimum time between read-outs: sixty per second. */
const INTERVAL = 1000 / 60;

interface Throttled<Args extends unknown[]> {
  (...args: Args): void;
  /** Drops a pending call. */
  cancel(): void;
}

/** Calls immediately, then at most every 1000/60 ms; the last call is never lost. */
export function throttled<Args extends unknown[]>(call: (...args: Args) => void): Throttled<Args> {
  let last = Number.NEGATIVE_INFINITY;
  let waiting: Args | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (args: Args) => {
    last = performance.now();
    waiting = null;
    call(...args);
  };
  const limited = (...args: Args): void => {
    const left = INTERVAL - (performance.now() - last);
    if (left <= 0 && !waiting) {
      run(args);
      return;
    }
    if (!waiting) timer = setTimeout(() => waiting && run(waiting), Math.ceil(Math.max(0, left)));
    waiting = args;
  };
  return Object.assign(limited, {
    cancel: () => {
      clearTimeout(timer);
      waiting = null;
    },
  });
}
