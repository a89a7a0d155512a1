import type { InfoButtonProps } from "../../ui/info-button.tsx";

type About = Pick<InfoButtonProps, "title" | "formula" | "source" | "differs">;

/** How each card's figure is measured on this device. */
export const MEASURES = {
  cpu: {
    title: "CPU Usage",
    formula: "worker busy time since the last sample / (elapsed time × number of workers), in percent",
    source: "Pressure: Compute Pressure API",
    differs: "A page cannot see other programs or the CPU temperature; pressure is the browser's estimate for the whole machine.",
  },
  memory: {
    title: "Memory Usage",
    formula: "Used: JavaScript heap of the page; Total: heap limit; With workers: page, workers and kernels combined",
    source: "performance.memory, and the Measure Memory API for all threads",
    differs: "A system monitor also counts the browser itself. 1 GB is 1,024 MB.",
  },
  network: {
    title: "Network Performance",
    formula: "Bandwidth: the browser's estimate; Latency: round trip of one uncached request for a file of this app",
    source: "Network Information API",
    differs: "The browser rounds and caps the estimate to prevent fingerprinting.",
  },
  storage: {
    title: "Storage",
    formula: "Used and Total: storage used by and available to this site; Free = Total − Used",
    source: "StorageManager.estimate()",
    differs: "The browser grants a site part of the disk and rounds its estimate.",
  },
  services: {
    title: "Services Status",
    formula: "healthy: response within 1.5 s; degraded: slower, or app files not cached yet; down: an error, or no response within 5 s",
    source: "Database: a write and a read in a worker; API: /api/openapi.json; Cache: files cached for offline use",
  },
  history: {
    title: "History",
    formula: "p50, p95: percentiles of the samples (nearest rank)",
    differs: "The latest 900 samples, one every two seconds; none while the page is hidden.",
  },
  selfTests: {
    title: "Kernel self-tests",
    formula: "maximum |computed − reference| over a short test vector, relative where the reference exceeds 1; passed: within tolerance",
    source: "The last column names the reference",
  },
} satisfies Record<string, About>;
