import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONTRACT_PRICES } from "../fixtures/contract-calls";
import { ended, start } from "./command";

/** The data folder of the API contract: SPY and Oil, and a portfolio of both. */
export function contractFolder(cwd: string): string {
  const data = join(cwd, "data");
  mkdirSync(data);
  for (const [i, name] of ["SPY", "Oil"].entries()) {
    const rows = CONTRACT_PRICES.map((price, row) => {
      const date = new Date(86_400_000 * row).toISOString().slice(0, 10);
      return `${date},${price + i},${100 * (price + i)}`;
    });
    writeFileSync(join(data, `${name}.csv`), `Date,Close,Volume\n${rows.join("\n")}\n`);
  }
  writeFileSync(join(cwd, "portfolio.csv"), "symbol,weight\nSPY,50%\nOil,0.3\n");
  return data;
}

/** A running host: its address and its access token; "" if it prints none. */
export async function startHost(cwd: string, ...args: string[]) {
  const child = start(cwd, "serve", "--data", "data", "--port", "0", ...args);
  const end = ended(child);
  let said = "";
  const ready = new Promise<void>((resolve) => {
    child.stderr.on("data", (piece) => {
      said += piece;
      if (said.includes("Ctrl+C stops")) resolve();
    });
  });
  const failed = end.then(({ err }) => Promise.reject(new Error(err)));
  const [url] = await Promise.race([once(child.stdout, "data"), failed]);
  await Promise.race([ready, failed]);
  return {
    url: String(url).trim(),
    token: /Access token, shown once: (\S+)/.exec(said)?.[1] ?? "",
    /** Everything it has printed so far. */
    said: () => said,
    stop: async () => {
      child.kill("SIGINT");
      return end;
    },
    kill: () => child.kill("SIGKILL"),
  };
}

export type RunningHost = Awaited<ReturnType<typeof startHost>>;

/** A new key with the given scopes. */
export async function keyOf({ url, token }: RunningHost, ...scope: string[]): Promise<string> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/v1/auth/generate-key`, { method: "POST", headers, body: JSON.stringify({ scope }) });
  return ((await answer.json()) as { api_key: string }).api_key;
}
