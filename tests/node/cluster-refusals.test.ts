import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { describe, expect, it, onTestFinished } from "vitest";
import { refusalOf } from "../../workers/node/cluster/redis";
import { HOSTILE_PARTS, hostileRuns } from "../fixtures/hostile-entries";
import { type End, tryAll } from "../fixtures/trials";
import { freePort, onRedis, RedisServer, startWorker, summaryOf } from "./cluster";
import { COMMAND, folder, run, start, writePrices } from "./command";

async function redisServer(...settings: string[]): Promise<string> {
  const server = await RedisServer.start(folder(), ...settings);
  onTestFinished(() => server.end());
  return server.url(0);
}

describe("a Redis is refused", () => {
  it("before version 6.2, and where it may evict", () => {
    const policy = "noeviction";
    expect(refusalOf({ version: "5.0.14", policy })).toBe("Redis 5.0.14 is too old: 6.2 or newer is needed.");
    expect(refusalOf({ version: "6.0.16", policy })).toContain("too old");
    expect(refusalOf({ version: "", policy })).toContain("too old");
    for (const version of ["6.2.0", "7.0.15", "8.2.1"]) expect(refusalOf({ version, policy })).toBeNull();
    expect(refusalOf({ version: "7.0.15", policy: "volatile-lru" })).toContain("maxmemory-policy is volatile-lru");
  });

  it("where there is none, without its password", async () => {
    const port = await freePort();
    const { code, err } = await run(folder(), "status", "--redis", `redis://:secret@127.0.0.1:${port}`);
    expect(code).toBe(2);
    expect(err).toContain(`Redis at 127.0.0.1:${port} cannot be reached`);
    expect(err).not.toContain("secret");
  });

  it("by a worker without a data folder, and for an invalid address", async () => {
    expect(await run(folder(), "worker", "--redis", "redis://127.0.0.1")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--data"),
    });
    expect(await run(folder(), "status", "--redis", "http://127.0.0.1")).toMatchObject({
      code: 2,
      err: expect.stringContaining("redis://host:6379"),
    });
  });
});

/** The files that a built file imports statically, not those it loads later. */
function broughtBy(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name] of text.matchAll(/^(?:import|export)\s[^"']*?["'](\.\/[^"']+\.mjs)["']/gm))
    broughtBy(resolve(dirname(file), name), known);
  return known;
}

it("without --redis no code of the queue is loaded", () => {
  const brought = [COMMAND, resolve("dist-node/compute-thread.mjs")].flatMap((file) => [...broughtBy(file)]);
  expect(brought.length).toBeGreaterThan(4);
  const withQueue = brought.filter((file) => /moveToActive|ECONNREFUSED|class Redis/.test(readFileSync(file, "utf8")));
  expect(withQueue).toEqual([]);
});

onRedis("a real Redis", () => {
  it("that may evict is refused, and one without an append-only file causes a warning", async () => {
    const evicting = await redisServer("--maxmemory-policy", "allkeys-lru");
    expect(await run(folder(), "worker", "--redis", evicting, "--data", ".")).toMatchObject({
      code: 2,
      err: expect.stringContaining("maxmemory-policy is allkeys-lru. Set it to noeviction."),
    });
    const forgetful = await redisServer("--appendonly", "no");
    const { code, out, err } = await run(folder(), "status", "--redis", forgetful, "--json");
    expect(code).toBe(0);
    expect(err).toContain("no append-only file");
    expect(JSON.parse(out)).toMatchObject({ redis: { appendOnly: false }, workers: [], runs: [], parts: { waiting: 0, active: 0 } });
  });
});

onRedis("a stranger's plan or entry", () => {
  it("reaches no file outside the data folder", async () => {
    const url = await redisServer();
    const home = folder();
    const data = join(home, "shared");
    mkdirSync(join(data, "prices"), { recursive: true });
    writePrices(join(data, "prices", "mine.csv"), 1, 300);
    writePrices(join(home, "secret.csv"), 2, 300);
    symlinkSync(join(home, "secret.csv"), join(data, "prices", "link.csv"));
    symlinkSync(home, join(data, "out"));
    startWorker(url, data);
    const ask = (from: string, output = "fits.csv") => run("/", "garch", from, "-o", output, "--redis", url, "--attempts", "1");
    const strange = ["../secret.csv", join(home, "secret.csv"), "prices/../../*.csv", "{prices,..}/*.csv", "prices/link.csv", "prices"];
    for (const { code, err } of await Promise.all([...strange, "out/secret.csv"].map((from) => ask(from)))) {
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("is outside the data folder") });
    }
    expect((await ask("http://127.0.0.1/x.csv")).err).toContain("is a URL");
    rmSync(join(data, "prices", "link.csv"));
    const outputs = ["../fits.csv", "out/fits.csv", join(home, "fits.csv")];
    for (const { err } of await Promise.all(outputs.map((output) => ask("prices", output)))) {
      expect(err).toContain("is outside the data folder");
    }
    expect(await ask("prices")).toMatchObject({ code: 0 });
  });

  it("that is invalid is discarded, and stops no worker", async (test) => {
    const url = await redisServer();
    const home = folder();
    const data = join(home, "shared");
    mkdirSync(join(data, "prices"), { recursive: true });
    writePrices(join(data, "prices", "mine.csv"), 1, 300);
    // A run started by others, without any parts.
    const cut = `${"e".repeat(32)}-${"0".repeat(16)}`;
    mkdirSync(join(data, ".prospect", cut), { recursive: true });
    writeFileSync(join(data, ".prospect", cut, "parts.jsonl"), "");
    writeFileSync(join(data, ".prospect", cut, "plan.json"), JSON.stringify({ data: ["prices"], question: "garch" }));
    const worker = startWorker(url, data);
    await expect.poll(() => worker.said(), { timeout: 20_000 }).toContain("Ready");
    const connection = new Redis(url, { maxRetriesPerRequest: null });
    const names = (await connection.keys("prospect:*:meta")).map((key) => key.split(":")[1]);
    const queueOf = (kind: string) => new Queue(names.find((name) => name.startsWith(kind)) ?? "", { connection, prefix: "prospect" });
    const [runs, parts] = [queueOf("runs"), queueOf("parts")];
    const outside = join(home, "stolen.csv");
    const entries = [
      ...Object.entries(HOSTILE_PARTS).map(([name, entry]) => [`part: ${name}`, { queue: parts, entry }] as const),
      ...Object.entries(hostileRuns(outside, cut)).map(([name, entry]) => [`run: ${name}`, { queue: runs, entry }] as const),
    ];
    let runId = 0;
    const attempt = async ({ queue, entry }: { queue: Queue; entry: unknown }): Promise<End> => {
      const id = queue === parts ? undefined : (++runId).toString(16).padStart(32, "f");
      const job = await queue.add("entry", entry, { jobId: id, removeOnFail: false });
      await expect.poll(() => job.getState(), { interval: 20, timeout: 20_000 }).toMatch(/failed|completed/);
      expect(worker.child.exitCode).toBeNull();
      // A missing file is a failed series, in results like any other.
      return (await job.isFailed()) ? "refused" : "held";
    };
    await tryAll(test, "a cluster: entries of strangers", entries, attempt);
    // Under the name of the run whose folder is there.
    const own = { ...(hostileRuns(outside, cut)["planned, to be written outside"] as object) };
    const theirs = await runs.add("run", own, { jobId: "e".repeat(32), removeOnFail: false });
    await expect.poll(() => theirs.getState(), { interval: 20, timeout: 20_000 }).toBe("failed");
    const stranger = await runs.add("run", own, { jobId: "../../x", removeOnFail: false });
    await expect.poll(() => stranger.getState(), { interval: 20, timeout: 20_000 }).toBe("failed");
    expect([existsSync(outside), existsSync(join(data, ".prospect", cut, "plan.json"))]).toEqual([false, true]);
    await Promise.all([runs.close(), parts.close()]);
    connection.disconnect();
    const { code } = await summaryOf(start("/", "garch", "prices", "-o", "fits.csv", "--redis", url, "--json"));
    expect(code).toBe(0);
  });
});
