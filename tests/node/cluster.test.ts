import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inAll } from "../fixtures/in-all";
import {
  ASK,
  answeredParts,
  nameOf,
  onRedis,
  RedisServer,
  SERIES,
  sharedFolder,
  startRun,
  startWorker,
  summaryOf,
  untilParts,
  writeSeries,
} from "./cluster";
import { dateOf, folder, jsonOf, prices, run, start, writePrices } from "./command";

async function withClient<Value>(url: string, ask: (client: Redis) => Promise<Value>): Promise<Value> {
  const client = new Redis(url);
  try {
    return await ask(client);
  } finally {
    client.disconnect();
  }
}

onRedis("a plan on a cluster", () => {
  let redis: RedisServer;
  let series = "";
  /** Digest of all answers, by one process. */
  let digest = "";

  beforeAll(async () => {
    series = mkdtempSync(join(tmpdir(), "prospect-"));
    writeSeries(series);
    redis = await RedisServer.start(series);
    digest = jsonOf(await run(series, ...ASK, "-o", "fits.csv", "--json")).summary.digest;
    // A server, a process and its fits: on a busy machine ten seconds are not enough.
  }, 60_000);
  afterAll(async () => {
    await redis?.end();
    rmSync(series, { recursive: true, force: true });
  });

  let database = 0;
  /** A shared folder and a Redis database for a test. */
  const place = () => ({ data: sharedFolder(series), url: redis.url(++database) });
  const whole = () => readFileSync(join(series, "fits.csv"), "utf8");

  /** What a run must end with, whatever has happened to it. */
  function expectWhole(data: string, summary: unknown): void {
    expect(summary).toMatchObject({ finished: true, done: SERIES, of: SERIES, failed: 0, digest, setAside: [] });
    expect(readFileSync(join(data, "fits.csv"), "utf8")).toBe(whole());
    expect(readFileSync(join(data, "fits.csv.run.json"), "utf8")).toBe(readFileSync(join(series, "fits.csv.run.json"), "utf8"));
  }

  it("two workers give the files of one process, and leave nothing else behind", async () => {
    const { data, url } = place();
    const workers = [startWorker(url, data), startWorker(url, data)];
    const { code, summary } = await summaryOf(startRun(url, "fits.csv"));
    expect(code).toBe(0);
    expectWhole(data, summary);
    const keys = await withClient(url, (client) => client.keys("*"));
    expect(keys.filter((key) => !/:(meta|id|events|stalled-check|marker)$/.test(key))).toEqual([]);
    expect(readdirSync(join(data, ".prospect"))).toEqual([]);
    for (const { child } of workers) child.kill("SIGTERM");
    for (const { child } of workers) if (child.exitCode === null) await once(child, "exit");
    expect(workers.map(({ child }) => child.exitCode)).toEqual([0, 0]);
  });

  it("the columns of a table are series, as by one process", async () => {
    const { data, url } = place();
    const columns = [1, 2, 3].map((seed) => prices(seed, 300));
    const rows = columns[0].map((_, row) => [dateOf(row), ...columns.map((column) => column[row])].join(","));
    writeFileSync(join(data, "wide.csv"), `Date,A,=B,C\n${rows.join("\n")}\n`);
    const ask = ["garch", "wide.csv", "--column", "*", "--json"];
    const one = jsonOf(await run(data, ...ask, "-o", "one.csv")).summary;
    startWorker(url, data);
    const { summary } = await summaryOf(start("/", ...ask, "-o", "fits.csv", "--redis", url));
    expect(summary).toMatchObject({ finished: true, done: 3, failed: 0, digest: one.digest });
    expect(readFileSync(join(data, "fits.csv"), "utf8")).toBe(readFileSync(join(data, "one.csv"), "utf8"));
  });

  it("a worker killed in the middle of a part loses nothing", async () => {
    const { data, url } = place();
    const once = join(data, "struck");
    const worker = startWorker(url, data, { FAULT_FILE: nameOf(30), FAULT_ONCE: once });
    const driver = summaryOf(startRun(url, "fits.csv"));
    await expect.poll(() => worker.child.signalCode, { timeout: 20_000 }).toBe("SIGKILL");
    expect(existsSync(join(data, "fits.csv"))).toBe(false);
    startWorker(url, data);
    expectWhole(data, (await driver).summary);
  });

  it("a part delivered twice is counted once, whether before or after the run has ended", async () => {
    const { data, url } = place();
    // Both hold the same part until it is reassigned, and answer it all the same.
    const stopped = (once: string) =>
      startWorker(url, data, { FAULT_FILE: nameOf(30), FAULT_ONCE: join(data, once), FAULT_SIGNAL: "SIGSTOP" });
    const first = stopped("first");
    const driver = summaryOf(startRun(url, "fits.csv"));
    await expect.poll(() => existsSync(join(data, "first")), { timeout: 20_000 }).toBe(true);
    const second = stopped("second");
    await expect.poll(() => existsSync(join(data, "second")), { timeout: 20_000 }).toBe(true);
    first.child.kill("SIGCONT");
    expectWhole(data, (await driver).summary);
    second.child.kill("SIGCONT");
    for (const { said } of [first, second]) await expect.poll(() => said(), { timeout: 20_000 }).toContain("completed by another worker");
    expect(readFileSync(join(data, "fits.csv"), "utf8")).toBe(whole());
    expect([first.child.exitCode, second.child.exitCode]).toEqual([null, null]);
  });

  it("a driver that is killed and restarted receives the end of the same run", async () => {
    const { data, url } = place();
    const once = join(data, "struck");
    const worker = startWorker(url, data, { FAULT_FILE: nameOf(40), FAULT_ONCE: once, FAULT_SIGNAL: "SIGSTOP" });
    const killed = startRun(url, "fits.csv");
    await expect.poll(() => existsSync(once), { timeout: 20_000 }).toBe(true);
    killed.kill("SIGKILL");
    worker.child.kill("SIGCONT");
    expectWhole(data, (await summaryOf(startRun(url, "fits.csv"))).summary);
  });

  it("a canceled run ends, and resumes when asked again", async () => {
    const { data, url } = place();
    const worker = startWorker(url, data, { FAULT_FILE: nameOf(40), FAULT_ONCE: join(data, "struck"), FAULT_SIGNAL: "SIGSTOP" });
    const driver = summaryOf(startRun(url, "fits.csv"));
    await expect.poll(() => existsSync(join(data, "struck")), { timeout: 20_000 }).toBe(true);
    const canceling = summaryOf(startRun(url, "fits.csv", "--cancel"));
    await withClient(url, (client) => expect.poll(() => client.keys("*:parts-*:wait"), { timeout: 20_000 }).toEqual([]));
    worker.child.kill("SIGCONT");
    expect((await canceling).err).toContain("Canceled.");
    expect((await driver).err).toContain("The run was canceled.");
    const answered = answeredParts(data);
    expect(answered).toBeGreaterThan(1);
    expect(existsSync(join(data, "fits.csv"))).toBe(false);
    expectWhole(data, (await summaryOf(startRun(url, "fits.csv"))).summary);
  });

  it("Redis killed in the middle of a run and restarted loses nothing", async () => {
    const own = await RedisServer.start(folder());
    const { data } = place();
    const once = join(data, "struck");
    const worker = startWorker(own.url(0), data, { FAULT_FILE: nameOf(30), FAULT_ONCE: once, FAULT_SIGNAL: "SIGSTOP" });
    const driver = summaryOf(startRun(own.url(0), "fits.csv"));
    await expect.poll(() => existsSync(once), { timeout: 20_000 }).toBe(true);
    await own.end();
    worker.child.kill("SIGCONT");
    await expect.poll(() => worker.said(), { timeout: 10_000 }).toContain("Redis");
    await own.start();
    expectWhole(data, (await driver).summary);
    await own.end();
  });

  it("on a full disk workers wait for space", async () => {
    const { data, url } = place();
    const full = join(data, "full");
    const worker = startWorker(url, data, { FULL: full });
    const driver = summaryOf(startRun(url, "fits.csv"));
    await untilParts(data, 1);
    writeFileSync(full, "");
    await expect.poll(() => worker.said(), { timeout: 20_000 }).toContain("Cannot write to the disk");
    expect(existsSync(join(data, "fits.csv"))).toBe(false);
    rmSync(full);
    expectWhole(data, (await driver).summary);
  });

  it("a series that crashes every worker is set aside with its reason, and all others are answered", async () => {
    const { data, url } = place();
    let running = true;
    const serve = () => {
      if (running) startWorker(url, data, { FAULT_FILE: nameOf(50) }).child.once("exit", serve);
    };
    serve();
    const { code, summary, err } = await summaryOf(startRun(url, "fits.csv"));
    running = false;
    expect(code).toBe(1);
    expect(summary).toMatchObject({ finished: true, done: SERIES, failed: 1, setAside: [] });
    expect(err).toContain(`${nameOf(50)}: The worker crashed on every attempt while it answered this series.`);
    const cells = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => line.split(",").slice(0, 8).join(","));
    const [found, expected] = [cells(readFileSync(join(data, "fits.csv"), "utf8")), cells(whole())];
    expect(found).toHaveLength(expected.length);
    // All others have the bits of one process.
    expect(expected.filter((line) => !found.includes(line))).toEqual([expect.stringContaining("s050")]);
  });

  it("a series that crashes its thread is set aside with its reason, and its worker goes on", async () => {
    const { data, url } = place();
    const worker = startWorker(url, data, { FAULT_FILE: nameOf(50), FAULT_SIGNAL: "EXIT" });
    const { code, summary, err } = await summaryOf(startRun(url, "fits.csv"));
    expect(code).toBe(1);
    expect(summary).toMatchObject({ finished: true, done: SERIES, failed: 1, setAside: [] });
    expect(err).toContain(`${nameOf(50)}: The computation stopped unexpectedly`);
    expect(worker.child.exitCode).toBeNull();
  });

  inAll(() =>
    it("a part that crashes four workers is set aside as a whole, with its reason", async () => {
      const { data, url } = place();
      let running = true;
      const serve = () => {
        if (running) startWorker(url, data, { FAULT_FILE: [50, 51].map(nameOf).join() }).child.once("exit", serve);
      };
      serve();
      // All series but those measured first form one part.
      const { code, summary, err } = await summaryOf(startRun(url, "fits.csv", "--part", "60"));
      running = false;
      expect(code).toBe(1);
      const reason = "The worker crashed on every attempt while it answered this part.";
      const { setAside, failed } = summary as unknown as { failed: number; setAside: { series: number; reason: string }[] };
      expect(setAside).toEqual([expect.objectContaining({ series: failed, reason })]);
      expect(failed).toBeGreaterThan(1);
      expect(err).toContain(reason);
      const lines = readFileSync(join(data, "fits.csv"), "utf8").trim().split("\n");
      expect(lines).toHaveLength(SERIES + 1);
      expect(lines.filter((line) => line.includes(reason))).toHaveLength(failed);
    }),
  );

  it("the reasons for parts set aside are in the status while the run continues", async () => {
    const { data, url } = place();
    const struck = join(data, "struck");
    const faults = { FAULT_FILE: [20, 59].map(nameOf).join(), FAULT_ONCE: struck, FAULT_SIGNAL: "SIGSTOP" };
    const worker = startWorker(url, data, faults);
    const driver = summaryOf(startRun(url, "fits.csv", "--attempts", "1"));
    await expect.poll(() => existsSync(struck), { timeout: 20_000 }).toBe(true);
    writePrices(join(data, "prices", nameOf(40)), 99, 1500);
    rmSync(struck);
    worker.child.kill("SIGCONT");
    // Stopped again at the last series, while another process reports the state of the run.
    await expect.poll(() => existsSync(struck), { timeout: 20_000 }).toBe(true);
    const reason = `prices/${nameOf(40)} has changed since the run began.`;
    const { out } = await run(data, "status", "--redis", url, "--json");
    expect(JSON.parse(out).runs).toEqual([expect.objectContaining({ state: "answering", setAside: 1, reasons: [reason] })]);
    expect((await run(data, "status", "--redis", url)).out).toContain(`fits.csv: ${reason}`);
    worker.child.kill("SIGCONT");
    expect((await driver).err).toContain(reason);
  });

  it("a part whose files have changed in the meantime is set aside with its reason", async () => {
    const { data, url } = place();
    const struck = join(data, "struck");
    const worker = startWorker(url, data, { FAULT_FILE: nameOf(20), FAULT_ONCE: struck, FAULT_SIGNAL: "SIGSTOP" });
    const driver = summaryOf(startRun(url, "fits.csv", "--attempts", "2"));
    await expect.poll(() => existsSync(struck), { timeout: 20_000 }).toBe(true);
    writePrices(join(data, "prices", nameOf(50)), 99, 1500);
    worker.child.kill("SIGCONT");
    const { code, summary, err } = await driver;
    expect(code).toBe(1);
    const { setAside, failed } = summary as unknown as { failed: number; setAside: { series: number; reason: string }[] };
    expect(setAside).toEqual([
      expect.objectContaining({ series: failed, reason: `prices/${nameOf(50)} has changed since the run began.` }),
    ]);
    expect(err).toContain("Set aside");
    const lines = readFileSync(join(data, "fits.csv"), "utf8").trim().split("\n");
    expect(lines).toHaveLength(SERIES + 1);
    expect(lines.filter((line) => line.includes("has changed since the run began"))).toHaveLength(failed);
  });

  inAll(() =>
    it("workers, Redis and drivers killed at twenty moments of one run lose and duplicate nothing", async () => {
      const own = await RedisServer.start(folder());
      const data = folder();
      mkdirSync(join(data, "prices"));
      for (let k = 0; k < 600; k++) writePrices(join(data, "prices", `s${k}.csv`), k, 1500);
      const url = own.url(0);
      const ask = () => summaryOf(startRun(url, "fits.csv"));
      const one = jsonOf(await run(data, ...ASK, "-o", "one.csv", "--json")).summary;
      let workers = [startWorker(url, data), startWorker(url, data)];
      let child = startRun(url, "fits.csv");
      let end = summaryOf(child);
      let state = 1;
      const random = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      };
      for (let blow = 0; blow < 20 && child.exitCode === null; blow++) {
        await wait(100 + 900 * random());
        const [victim, which] = [random(), Math.floor(2 * random())];
        if (victim < 0.5) {
          workers[which].child.kill("SIGKILL");
          workers = workers.map((worker, k) => (k === which ? startWorker(url, data) : worker));
        } else if (victim < 0.75) {
          await own.end();
          await own.start();
        } else {
          child.kill("SIGKILL");
          child = startRun(url, "fits.csv");
          end = summaryOf(child);
        }
      }
      const { summary } = await end;
      const told = summary ?? (await ask()).summary;
      // Rows are compared first, as a wrong one says why.
      expect(readFileSync(join(data, "fits.csv"), "utf8")).toBe(readFileSync(join(data, "one.csv"), "utf8"));
      expect(told).toMatchObject({ finished: true, done: 600, failed: 0, digest: one.digest, setAside: [] });
      await own.end();
    }, 300_000),
  );
});
