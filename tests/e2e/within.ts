/** Time limit for driver commands that take milliseconds in a healthy browser. */
const PATIENCE_MS = 20_000;

/** The result of a driver command, or an error that names it if the browser does not answer: the driver itself would wait forever. */
export async function within<T>(step: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${step} took longer than ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
