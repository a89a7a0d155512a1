import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ASK, nameOf, onRedis, RedisServer, SERIES, sharedFolder, startRun, startWorker, summaryOf, writeSeries } from "./cluster";
import { folder, jsonOf, run } from "./command";

onRedis("a worker that is told to stop", () => {
  it("hands back a part whose file does not come, and another worker answers it", async () => {
    const series = folder();
    writeSeries(series);
    const { digest } = jsonOf(await run(series, ...ASK, "-o", "fits.csv", "--json")).summary;
    const [data, server] = [sharedFolder(series), await RedisServer.start(series)];
    onTestFinished(() => server.end());
    const url = server.url(0);
    const struck = join(data, "struck");
    const { child, said } = startWorker(url, data, { FAULT_FILE: nameOf(40), FAULT_ONCE: struck, FAULT_SIGNAL: "STALL" });
    const summary = summaryOf(startRun(url, "fits.csv"));
    await expect.poll(() => existsSync(struck), { interval: 10, timeout: 20_000 }).toBe(true);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect([child.exitCode, said()]).toEqual([0, expect.stringContaining("Handed back, as its file does not come: 1 part.")]);
    startWorker(url, data);
    expect((await summary).summary).toMatchObject({ finished: true, done: SERIES, failed: 0, digest, setAside: [] });
    expect(readFileSync(join(data, "fits.csv"), "utf8")).toBe(readFileSync(join(series, "fits.csv"), "utf8"));
  });
});
