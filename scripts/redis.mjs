// Finds a Redis for the tests: REDIS_SERVER, or one installed on the system.
import { existsSync } from "node:fs";
import { onPath } from "./browsers.mjs";

/** Path of a redis-server, or null if there is none. */
export function findRedis() {
  const named = process.env.REDIS_SERVER;
  return named && existsSync(named) ? named : onPath(["redis-server"]);
}
