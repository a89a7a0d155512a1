import type { CDPSession, Page } from "playwright";
import { expect, it } from "vitest";
import { screens } from "../../../src/routes.ts";
import { KEPT_RUNS } from "../../../src/state/run-body";
import { goTo, priceList, quiet, sharedSession } from "../browser";

/**
 * Rounds through all screens, after a warm-up round that fills the device; after the first one, everything fetched once or cached is there.
 */
const CYCLES = 11;
const session = sharedSession();

/** What page and workers hold after garbage collection. */
interface Held {
  nodes: number;
  listeners: number;
  /** Objects, functions, arrays and strings of the page, in MB; without compiled code, which grows with running time. */
  heap: number;
  workers: number;
  /** Of all workers, in MB: heaps, columns and kernel memory. */
  memory: number;
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
}

const DATA = new Set([
  "object",
  "closure",
  "array",
  "string",
  "concatenated string",
  "sliced string",
  "number",
  "bigint",
  "symbol",
  "regexp",
]);

async function heapOf(devtools: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const hear = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", hear);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", hear);
  const { snapshot, nodes }: Snapshot = JSON.parse(chunks.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) if (DATA.has(types[0][nodes[at + type]])) bytes += nodes[at + size];
  return bytes;
}

interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

/** Workers are measured one after the other, each after garbage collection. */
async function heldByWorkers(page: Page): Promise<Pick<Held, "workers" | "memory">> {
  const devtools = await page.context().newCDPSession(page);
  const attached: string[] = [];
  devtools.on("Target.attachedToTarget", ({ sessionId }) => attached.push(sessionId));
  // Not flattened: Playwright does not pass on the answers of other sessions.
  await devtools.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (sessionId: string, method: string) =>
    new Promise<HeapUsage>((resolve) => {
      const hear = (answer: { sessionId: string; message: string }) => {
        const { id, result } = JSON.parse(answer.message);
        if (answer.sessionId !== sessionId || id !== 1) return;
        devtools.off("Target.receivedMessageFromTarget", hear);
        resolve(result);
      };
      devtools.on("Target.receivedMessageFromTarget", hear);
      void devtools.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: 1, method }) });
    });
  let bytes = 0;
  for (const sessionId of attached) {
    await ask(sessionId, "HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize } = await ask(sessionId, "Runtime.getHeapUsage");
    bytes += usedSize + backingStorageSize;
  }
  await devtools.detach();
  return { workers: attached.length, memory: bytes / 1e6 };
}

async function held(page: Page, devtools: CDPSession): Promise<Held> {
  await quiet(page);
  for (let time = 0; time < 3; time++) await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    nodes: of("Nodes"),
    listeners: of("JSEventListeners"),
    heap: (await heapOf(devtools)) / 1e6,
    ...(await heldByWorkers(page)),
  };
}

/**
 * Puts a file into the screen's file input, if any. With Playwright's own method the debugger would retain the input, and with it the whole
 * screen.
 */
const upload = (page: Page, name: string, text: string): Promise<boolean> =>
  page.evaluate(
    ([title, content]) => {
      const field = document.querySelector<HTMLInputElement>('main input[type=file][accept*=".csv"]');
      if (!field) return false;
      const chosen = new DataTransfer();
      chosen.items.add(new File([content], title, { type: "text/csv" }));
      field.files = chosen.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    },
    [name, text],
  );

/**
 * One screen. On those with data, a file is loaded and computed, charts are drawn, the report is saved, and the menu is opened and closed.
 */
async function round(page: Page, place: number): Promise<void> {
  const screen = screens[place % screens.length];
  await goTo(page, screen.paths[0]);
  const seed = place % 7;
  if (!screen.dataField || !(await upload(page, `prices-${seed}.csv`, priceList(400 + 50 * seed, 1 + seed)))) return;
  await quiet(page);
  await page.keyboard.press("Control+Enter");
  await page.locator("main [role=progressbar]").first().waitFor({ state: "detached", timeout: 60_000 });
  await quiet(page);
  const menu = page.getByRole("button", { name: "Export", exact: true });
  if ((await menu.count()) === 0) return;
  await menu.click();
  const report = page.getByRole("menuitem", { name: "Report (HTML)" });
  if ((await report.getAttribute("aria-disabled")) !== "true") {
    const saving = page.waitForEvent("download");
    await report.click();
    await (await saving).delete();
    await menu.click();
  }
  await page.keyboard.press("Escape");
}

/**
 * Once the device has a run of most tools, fills the list of runs to its limit with copies, so that from then on a new run replaces the
 * oldest. Otherwise the list, which is the user's data, would still be growing.
 */
const fillRuns = (page: Page): Promise<number> =>
  page.evaluate(async (most) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open("prospect"));
    const records = database.transaction("records", "readwrite").objectStore("records");
    const runs = await settled(records.index("kind").getAll("run"));
    for (let copy = runs.length; runs.length > 10 && copy < most; copy++) {
      const { body, ...run } = runs[copy % runs.length];
      // Another title makes it a different run, and an earlier time one that is evicted sooner.
      const earlier = { ...body, title: `${body.title}, ${copy}`, startedAt: body.startedAt - 60_000 * copy };
      await settled(records.put({ ...run, id: crypto.randomUUID(), body: earlier }));
    }
    database.close();
    return runs.length;
  }, KEPT_RUNS);

it(`${CYCLES * screens.length} rounds of uploads, runs, charts, reports and menus on all screens use no more than after the first ${screens.length}`, async () => {
  const page = await session.current.openAlone("/");
  for (let place = 0; place < screens.length; place++) await round(page, place);
  // Runs are saved in idle time.
  await goTo(page, "/runs");
  await expect.poll(() => fillRuns(page), { timeout: 60_000 }).toBeGreaterThan(10);
  await page.reload();
  const devtools = await session.current.context.newCDPSession(page);
  await devtools.send("Performance.enable");
  const steps: Held[] = [];
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    for (let place = 0; place < screens.length; place++) await round(page, cycle * screens.length + place);
    // A screen that always looks the same: the first screen fits the latest data and shows the result at some point.
    await goTo(page, "/subscription");
    const now = await held(page, devtools);
    steps.push(now);
    const { nodes, listeners, heap, memory, workers } = now;
    console.log(
      `round ${cycle * screens.length}: ${nodes} nodes, ${listeners} listeners, ${heap.toFixed(2)} MB, ${workers} workers with ${memory.toFixed(1)} MB`,
    );
  }
  const before = steps[0];
  // Garbage comes and goes, so the minimum of the last three walks is what is retained.
  const after = (of: keyof Held) => Math.min(...steps.slice(-3).map((step) => step[of]));
  expect(after("nodes")).toBeLessThan(before.nodes + 200);
  expect(after("listeners")).toBeLessThan(before.listeners + 30);
  expect(after("heap")).toBeLessThan(before.heap + 0.8);
  expect(after("memory")).toBeLessThan(before.memory * 1.25 + 2);
  expect(after("workers")).toBeLessThanOrEqual(before.workers + 1);
  expect(session.current.errors).toEqual([]);
  await page.close();
}, 1_800_000);
