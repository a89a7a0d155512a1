/** How long an answer of the driver is waited for that takes milliseconds where the browser is well. */
const PATIENCE_MS = 20_000;

/** What a step of the driver comes to; an error that names it where the browser owes the answer: by itself the driver waits without end. */
export async function within<T>(step: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${step} took longer than ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
