import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ServeOptions } from "../host/serve";
import { UsageError } from "./usage-error";

const OPTIONS = {
  data: { type: "string" },
  port: { type: "string" },
  host: { type: "string" },
  state: { type: "string" },
  portfolio: { type: "string" },
  origin: { type: "string", multiple: true },
  threads: { type: "string" },
  redis: { type: "string" },
  "new-token": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const PORT = 8787;
/** Each has its own kernel memory. */
export const MAX_THREADS = 256;
const LOOPBACK = "127.0.0.1";

function wholeNumber(name: string, text: string | undefined, [least, most]: readonly [number, number], usual: number): number {
  const value = text === undefined ? usual : Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
}

function checkedOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search) return url.origin;
  throw new UsageError(`--origin takes an origin such as https://prospect.example; "${text}" is not one.`);
}

/** Reads the arguments after `prospect serve`; throws a `UsageError` that explains what is wrong. */
export function readServeArguments(args: readonly string[]): { what: "serve"; options: ServeOptions } | { what: "help"; of: "serve" } {
  const read = () => {
    try {
      return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  };
  const { values, positionals } = read();
  if (values.help) return { what: "help", of: "serve" };
  const data = values.data ?? positionals[0];
  if (data === undefined || positionals.length > (values.data === undefined ? 1 : 0))
    throw new UsageError("prospect serve needs one --data FOLDER.");
  return {
    what: "serve",
    options: {
      data,
      port: wholeNumber("port", values.port, [0, 65_535], PORT),
      host: values.host ?? LOOPBACK,
      state: values.state ?? join(data, ".prospect"),
      portfolio: values.portfolio ?? null,
      origins: (values.origin ?? []).map(checkedOrigin),
      threads: wholeNumber("threads", values.threads, [1, MAX_THREADS], availableParallelism()),
      redis: values.redis ?? null,
      newToken: values["new-token"] ?? false,
    },
  };
}
