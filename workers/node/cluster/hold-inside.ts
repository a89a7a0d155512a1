import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isAddress } from "../../batch";
import { UsageError } from "../command/usage-error";
import { isInside, leadsInside } from "../data/inside";

/** "..", wherever a pattern may contain it. */
const STEPS_UP = /(^|[/\\{,(|!])\.\.([/\\},)|]|$)/;

const refuse = (given: string): never => {
  throw new UsageError(`${given} is outside the data folder.`);
};

/** Refuses paths in a plan outside the data folder (the working directory), before anything is searched. */
export function holdNamed(given: string): void {
  if (isAddress(given)) throw new UsageError(`${given} is a URL: on a cluster, data must be files in the shared folder.`);
  if (STEPS_UP.test(given) || !isInside(process.cwd(), resolve(given))) refuse(given);
}

/** Refuses a file outside the data folder, by its name or through a link; a file that does not exist passes. */
export async function holdFile(given: string): Promise<void> {
  holdNamed(given);
  if ((await leadsInside(process.cwd(), given)) === false) refuse(given);
}

/** Refuses to write outside the data folder. */
export async function holdOutput(given: string): Promise<void> {
  holdNamed(given);
  const folder = dirname(given);
  const real = await realpath(folder).catch(() => {
    throw new UsageError(`There is no folder ${folder} in the data folder.`);
  });
  if (!isInside(await realpath(process.cwd()), real)) refuse(given);
}
