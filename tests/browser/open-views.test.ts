import { expect, it, vi } from "vitest";
import { openViews } from "../../src/analysis/report/open-views";
import { compute } from "../../src/client/compute";

it("results are drawn once their fonts are loaded, as a drawing's layout depends on text widths", async () => {
  const status = vi.spyOn(document.fonts, "status", "get").mockReturnValue("loading");
  const results = document.createElement("div");
  document.body.append(results);
  const opened = vi.fn();
  const opening = openViews(results).then((close) => {
    opened();
    return close;
  });
  // Far more frames than needed if nothing is pending.
  for (let paint = 0; paint < 12; paint++) await new Promise(requestAnimationFrame);
  expect(opened).not.toHaveBeenCalled();
  status.mockReturnValue("loaded");
  (await opening)();
  expect(results.style.cssText).toBe("");
  results.remove();
});

it("results are read once the jobs behind them are done", async () => {
  // Another program's API call continues in parallel.
  const aside = { run: 1, job: "answer-api", progress: null };
  const jobs = vi.spyOn(compute, "jobs").mockReturnValue([aside, { run: 2, job: "diagnose-garch", progress: null }]);
  const results = document.createElement("div");
  document.body.append(results);
  const opened = vi.fn();
  const opening = openViews(results).then(opened);
  for (let paint = 0; paint < 12; paint++) await new Promise(requestAnimationFrame);
  expect(opened).not.toHaveBeenCalled();
  jobs.mockReturnValue([aside]);
  await opening;
  expect(opened).toHaveBeenCalled();
  results.remove();
});
