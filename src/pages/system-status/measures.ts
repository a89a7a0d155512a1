import type { InfoButtonProps } from "../../ui/info-button.tsx";

type About = Pick<InfoButtonProps, "title" | "formula" | "source" | "differs">;

/** How the figures of this device are measured, by the card they stand in. */
export const MEASURES = {
  cpu: {
    title: "CPU Usage",
    formula: "time the workers spent on jobs since the last look / (that time × number of workers), in percent",
    source: "Pressure: Compute Pressure API",
    differs:
      "A page cannot see other programs or the processor's temperature; the pressure is the browser's own word for the whole machine.",
  },
  memory: {
    title: "Memory Usage",
    formula:
      "Used: the heap of the page's scripts; Total: what the browser lets it grow to; With workers: page, workers and kernels together",
    source: "performance.memory, and the Measure Memory API for all threads",
    differs: "A system monitor counts the browser's own parts too. 1 GB is 1,024 MB.",
  },
  network: {
    title: "Network Performance",
    formula:
      "Bandwidth: the browser's estimate of the link; Latency: one request for a file of this app, past the HTTP cache, there and back",
    source: "Network Information API",
    differs: "The estimate is rounded and capped by the browser, against recognition of a device.",
  },
  storage: {
    title: "Storage",
    formula: "Used and Total: what this site takes and may take on this device; Free = Total − Used",
    source: "StorageManager.estimate()",
    differs: "The browser grants a site a part of the disk, and rounds what it tells.",
  },
  services: {
    title: "Services Status",
    formula: "healthy: answered within 1.5 s; degraded: later, or the app's files are not kept yet; down: an error, or no answer in 5 s",
    source:
      "Database: a write and a read in a worker; API: /api/openapi.json as answered here; Cache: the files kept for a visit without a network",
  },
  history: {
    title: "History",
    formula: "p50, p95: the smallest look that at least half, or 95%, of the looks do not exceed (nearest rank)",
    differs: "The newest 900 looks at two seconds each; a look is left out while the page is hidden.",
  },
  selfTests: {
    title: "Kernel self-tests",
    formula:
      "largest |computed − known| over a short reference vector, relative where the known answer is above 1; passed: at most the tolerance",
    source: "The known answers are named in the last column",
  },
} satisfies Record<string, About>;
