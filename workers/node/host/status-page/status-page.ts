import { html } from "hono/html";
import { bytes, count, fixed, MISSING, percent } from "../../../format";
import type { ClusterStatus } from "../../cluster/status";
import type { HostStatus } from "./read-host";

type Markup = ReturnType<typeof html>;

/** Refresh interval of the page. */
const SECONDS = 3;
/** Storage is given in GB, memory in MB. */
const GB = 2 ** 30;
const MB = 2 ** 20;

const figure = (value: number | null, digits = 0): string => (value === null ? MISSING : fixed(value, digits));
const list = (lines: readonly string[]): Markup | string =>
  lines.length === 0 ? "" : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;

/** A table; the first columns are text, the others numbers. */
function table(caption: string, head: readonly string[], words: number, rows: readonly (readonly string[])[], none: string): Markup {
  if (rows.length === 0) return html`<p>${none}</p>`;
  return html`<table>
    <caption>${caption}</caption>
    <thead><tr>${head.map((name, k) => html`<th scope="col" class="${k < words ? "" : "figure"}">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, k) => html`<td class="${k < words ? "" : "figure"}">${cell}</td>`)}</tr>`)}</tbody>
  </table>`;
}

function clusterPart({ redis, workers, parts, runs }: ClusterStatus): Markup {
  const rows = runs.map(({ question, output, state, series, parts: all, answered, setAside, rate }) => [
    question,
    output,
    state,
    ...[series, all, answered, setAside].map((value) => count(value)),
    figure(rate, 1),
  ]);
  const head = ["Run", "Output", "State", "Series", "Parts", "Answered", "Set aside", "Series/s"];
  const reasons = runs.flatMap(({ output, reason, reasons }) => [reason ?? [], reasons].flat().map((words) => `${output}: ${words}`));
  return html`<dl>
      <div><dt>Redis</dt><dd>${redis.version}, ${bytes(redis.usedBytes)}, append-only file ${redis.appendOnly ? "on" : "off"}</dd></div>
      ${Object.entries(parts).map(([state, number]) => html`<div><dt>Parts ${state}</dt><dd>${count(number)}</dd></div>`)}
    </dl>
    ${table(
      "Workers",
      ["Worker", "Address"],
      2,
      workers.map(({ name, address }) => [name, address]),
      "No worker of this version is connected.",
    )}
    ${table("Runs", head, 3, rows, "No runs.")}
    ${reasons.length > 0 ? html`<h3>Reasons</h3>${list(reasons)}` : ""}`;
}

function hostPart({ threads, health, batches, versions }: HostStatus): Markup {
  const rows = batches.map(({ question, data, state, series, done, failed, rate }) => [
    question,
    data.join(", "),
    state,
    ...[series, done, failed].map((value) => count(value)),
    figure(rate, 1),
  ]);
  const head = ["Question", "Data", "State", "Series", "Done", "Failed", "Series/s"];
  const reasons = batches.flatMap(({ reason, reasons }) => [reason ?? [], reasons].flat());
  const { memory, cpu, storage } = health;
  return html`<dl>
      <div><dt>Threads busy</dt><dd>${count(threads.busy)} of ${count(threads.all)}</dd></div>
      <div><dt>Waiting for a thread</dt><dd>${count(threads.waiting)}</dd></div>
      <div><dt>CPU of this process</dt><dd>${cpu.usage === null ? MISSING : percent(cpu.usage / 100, 0)}</dd></div>
      <div><dt>Memory in use</dt><dd>${bytes(memory.used * MB)} of ${bytes(memory.total * MB)}</dd></div>
      <div><dt>Disk free</dt><dd>${storage.free === null ? MISSING : bytes(storage.free * GB)}</dd></div>
      <div><dt>Version</dt><dd>${versions.prospect}, kernels ${versions.kernels}</dd></div>
    </dl>
    ${table("Batches", head, 3, rows, "No batches.")}
    ${reasons.length > 0 ? html`<h3>Reasons</h3>${list(reasons)}` : ""}`;
}

/** The status of a host as a page without scripts, which refreshes itself. */
export function statusPage(status: HostStatus): Markup {
  const { cluster, hasCluster } = status;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta http-equiv="refresh" content="${SECONDS}">
    <title>Status of this host · Prospect</title>
    <link rel="stylesheet" href="/status/style.css">
  </head>
  <body>
    <main>
      <h1>Status of this host</h1>
      <p>${new Date().toISOString()}, every ${SECONDS} seconds</p>
      <h2>Host</h2>
      ${hostPart(status)}
      ${hasCluster ? html`<h2>Cluster</h2>${cluster ? clusterPart(cluster) : html`<p>Redis is not responding.</p>`}` : ""}
    </main>
  </body>
</html>
`;
}

export const STYLE = `:root { color-scheme: light dark; --line: light-dark(#d6d8dc, #34373d); --faint: light-dark(#565b64, #a3a8b1) }
body { margin: 0; background: light-dark(#fff, #131518); color: light-dark(#17191d, #e6e8eb); font: 14px/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 16px }
h1 { font-size: 20px; margin: 0 }
h2 { font-size: 16px; margin: 24px 0 8px }
h3 { font-size: 14px; margin: 16px 0 4px }
p, ul { margin: 4px 0; color: var(--faint); overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 8px 16px; margin: 0 }
dt { color: var(--faint); font-size: 12px }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
table { display: block; overflow-x: auto; border-collapse: collapse; margin-top: 16px }
caption { text-align: left; font-weight: 600 }
th, td { text-align: left; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line) }
th { color: var(--faint); font-size: 12px; font-weight: 500 }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
`;
