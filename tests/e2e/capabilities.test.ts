import { expect, it } from "vitest";
import { inAll, itInLongRuns } from "../fixtures/in-all";
import { mayBeLeft, type Session, startSession } from "./browser";
import { hostOfEngine } from "./engine-host";

interface Lack {
  /** Script that runs before the app in the page and in every thread. */
  deletion: string;
  /** The line on Dashboard ▸ Features, and its text then; none where the lack is not noticeable. */
  line?: [string, string];
}

/** Each optional capability, with a script that imitates an engine without it. */
const LACKS: Record<string, Lack> = {
  "shared memory": {
    deletion: "delete globalThis.SharedArrayBuffer;",
    line: ["SharedArrayBuffer", "not on this page: series are copied between threads"],
  },
  "storage of the site": {
    deletion: "Object.defineProperty(navigator, 'storage', { value: undefined });",
    line: ["Private file system (OPFS)", "missing: series are stored in the database"],
  },
  "private files": {
    deletion: "if (globalThis.StorageManager) delete StorageManager.prototype.getDirectory;",
    line: ["Private file system (OPFS)", "missing: series are stored in the database"],
  },
  "access handles": {
    deletion: "if (globalThis.FileSystemFileHandle) delete FileSystemFileHandle.prototype.createSyncAccessHandle;",
    line: ["Private file system (OPFS)", "missing: series are stored in the database"],
  },
  estimate: { deletion: "if (globalThis.StorageManager) delete StorageManager.prototype.estimate;" },
  persistence: {
    deletion: "if (globalThis.StorageManager) { delete StorageManager.prototype.persist; delete StorageManager.prototype.persisted; }",
    line: ["Storage", "the browser may clear it when the disk is full"],
  },
  locks: {
    deletion: "Object.defineProperty(navigator, 'locks', { value: undefined });",
    line: ["Web Locks", "missing: change data in one tab at a time"],
  },
  "idle callbacks": {
    deletion: "delete globalThis.requestIdleCallback; delete globalThis.cancelIdleCallback;",
    line: ["Idle callbacks", "missing: background work waits half a second"],
  },
  "compression streams": {
    deletion: "delete globalThis.CompressionStream; delete globalThis.DecompressionStream;",
    line: ["Compression streams", "missing: no backups, no links to settings"],
  },
  "the clipboard": {
    deletion: "Object.defineProperty(navigator, 'clipboard', { value: undefined });",
    line: ["Clipboard", "missing: a large paste is read on the page"],
  },
  "file handles": {
    deletion: "delete globalThis.showOpenFilePicker;",
    line: ["File handles", "missing: a local file is read once, when it is chosen"],
  },
  folders: {
    deletion: "delete globalThis.showDirectoryPicker;",
    line: ["Folders", "missing: files are opened one by one"],
  },
  notifications: {
    deletion: "delete globalThis.Notification;",
    line: ["Notifications", "missing: runs are announced in the app"],
  },
  "service workers": {
    deletion: "if (globalThis.Navigator) delete Navigator.prototype.serviceWorker;",
    line: ["Offline", "no service worker here: each visit needs the network"],
  },
  WebGPU: {
    deletion:
      "if (globalThis.Navigator) delete Navigator.prototype.gpu; if (globalThis.WorkerNavigator) delete WorkerNavigator.prototype.gpu;",
    line: ["WebGPU", "no GPU to compute on: windows are compared by CPU threads"],
  },
  "a language": { deletion: "Object.defineProperty(navigator, 'language', { value: 'C', configurable: true });" },
  "request records, and schedulers": {
    deletion: "delete globalThis.scheduler; delete globalThis.PerformanceObserver;",
    line: ["Request records", "missing: the page lists sockets only"],
  },
  "memory figures": {
    deletion:
      "delete Performance.prototype.measureUserAgentSpecificMemory; delete Performance.prototype.memory; delete performance.memory;",
    line: ["Memory figures", "missing: System Status shows no memory"],
  },
  "CPU pressure": { deletion: "delete globalThis.PressureObserver;", line: ["CPU pressure", "missing: System Status shows none"] },
};

/** A visit with an engine in which `deletion` has run. */
async function inEngineLacking(deletion: string, visit: (session: Session) => Promise<void>): Promise<void> {
  const host = await hostOfEngine(deletion);
  const session = await startSession(host.origin);
  try {
    await visit(session);
  } finally {
    await session.close();
    await host.stop();
  }
}

/** The app opens, computes and reports its fallbacks without these capabilities. */
const worksWithout = (lacks: readonly Lack[]) =>
  inEngineLacking(lacks.map(({ deletion }) => deletion).join(""), async (session) => {
    const page = await session.openAlone("/garch-model");
    await page.getByRole("button", { name: /DM\/GBP/ }).click();
    await page.getByText("1,974 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Parameters" }).waitFor();
    await page.locator("canvas").first().waitFor();
    await mayBeLeft(page);
    await page.goto(`${session.origin}/dashboard`);
    await page.getByRole("tab", { name: "Features" }).click();
    for (const { line } of lacks) {
      if (!line) continue;
      const found = page.getByRole("listitem").filter({ has: page.getByText(line[0], { exact: true }) });
      await expect.poll(() => found.innerText()).toContain(line[1]);
    }
    // The series is kept for the next page all the same.
    await page.goto(`${session.origin}/garch-model`);
    await page.getByText("1,974 values read").first().waitFor();
    // A static host answers the app's addresses with its page and status 404.
    expect(session.errors.filter((text) => !text.includes("404"))).toEqual([]);
  });

it("opens, computes and reports its fallbacks without anything an engine may lack", () => worksWithout(Object.values(LACKS)));

inAll(() => it.each(Object.entries(LACKS))("and without %s alone", (_, lack) => worksWithout([lack])));

const NO_SIMD = `
  const refused = () => Promise.reject(new WebAssembly.CompileError("invalid value type 'v128'"));
  Object.assign(WebAssembly, { validate: () => false, compile: refused, compileStreaming: refused, instantiate: refused, instantiateStreaming: refused });
`;

it("without WebAssembly SIMD the screens open, and what cannot be computed says that the browser is too old", () =>
  inEngineLacking(NO_SIMD, async ({ openAlone }) => {
    const page = await openAlone("/garch-model");
    await page.getByRole("button", { name: /DM\/GBP/ }).click();
    await page.getByText("This browser is too old").first().waitFor();
    await page.getByText("Firefox 128").first().waitFor();
  }));

const NO_STORAGE = `
  Object.defineProperty(navigator, "storage", { value: undefined });
  IDBFactory.prototype.open = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
`;

itInLongRuns("where nothing can be stored everything works in memory, and the page says so", () =>
  inEngineLacking(NO_STORAGE, async ({ openAlone }) => {
    const page = await openAlone("/garch-model");
    await page.getByRole("button", { name: /DM\/GBP/ }).click();
    await page.getByText("1,974").first().waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    await page
      .getByRole("button", { name: /notifications/i })
      .first()
      .click();
    await page.getByText("Loaded data is lost when this tab is closed").first().waitFor();
  }),
);
