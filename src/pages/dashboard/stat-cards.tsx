import { useAtomValue } from "jotai";
import { useState } from "react";
import { defaultThreads } from "../../client/compute";
import { compact, count, percent, plural } from "../../lib/format.ts";
import { apiCallsAtom } from "../../state/api-usage";
import { finishedJobsAtom } from "../../state/finished-jobs";
import { runningJobsAtom } from "../../state/running-jobs";
import { selfCheckAtom } from "../../state/self-check";
import { settingsAtom } from "../../state/settings";
import { strategiesAtom } from "../../state/strategies";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { plans } from "../parts/plans.ts";
import { isFirstVisit } from "./first-visit.ts";

/** The specification's sample figures: shown on the first visit, marked as samples, each until its first real value. */
const SAMPLE = { running: "8", strategies: "12", health: "99.9%", requests: "2.3M" } as const;

/** Rounded down, so that 100% means that nothing failed. */
const share = (good: number, all: number): string => percent(good === all ? 1 : Math.min(good / all, 0.999));

export function StatCards() {
  const [first] = useState(isFirstVisit);
  const jobs = useAtomValue(runningJobsAtom).filter(({ job, progress }) => progress !== null && job !== "test-kernels");
  const { succeeded, failed } = useAtomValue(finishedJobsAtom);
  const { ready, records } = useAtomValue(strategiesAtom);
  const { test, failure } = useAtomValue(selfCheckAtom);
  const calls = useAtomValue(apiCallsAtom);
  const threads = useAtomValue(settingsAtom).threads ?? defaultThreads();

  const ended = succeeded + failed;
  const active = records.filter(({ body }) => body.status === "active").length;
  const checks = (test?.checks.length ?? 0) + ended;
  const good = (test?.passed ?? 0) + succeeded;
  const isIdle = jobs.length === 0 && ended === 0;
  /** A figure, or its sample on the first visit as long as it has no real value. */
  const figure = (isMissing: boolean, sample: string, value: string) =>
    first && isMissing ? { value: sample, sample: true } : { value, sample: false };
  return (
    <StatStrip label="Dashboard figures">
      <Stat
        label="Models Running"
        {...figure(isIdle, SAMPLE.running, count(jobs.length))}
        note={first && isIdle ? "no computation yet in this session" : `${plural(ended, "job")} finished in this session`}
        info={{
          title: "Models Running",
          formula: "computations running in a worker; queued ones are not counted",
          settings: [["Maximum workers", count(threads)]],
        }}
      />
      <Stat
        label="Active Strategies"
        {...figure(records.length === 0, SAMPLE.strategies, ready ? count(active) : "…")}
        note={records.length === 0 ? "none saved yet" : `of ${plural(records.length, "saved strategy", "saved strategies")}`}
        info={{ title: "Active Strategies", formula: "strategies saved on this device whose status is active" }}
      />
      <Stat
        label="System Health"
        {...figure(test === null && ended === 0, SAMPLE.health, checks === 0 ? (failure ? "—" : "…") : share(good, checks))}
        note={
          test
            ? `${count(test.passed)} of ${count(test.checks.length)} self-checks${ended > 0 ? `, ${count(succeeded)} of ${plural(ended, "job")}` : ""}`
            : failure
              ? "the self-check could not run"
              : "the self-check is running"
        }
        info={{
          title: "System Health",
          formula: "(self-checks passed + jobs succeeded) / (self-checks + jobs ended)",
          settings: [
            ["Self-checks", "every kernel against reference values, on this device"],
            ["Jobs", "of this session; canceled jobs and invalid input are not counted"],
          ],
          n: `${count(test?.checks.length ?? 0)} self-checks, ${plural(ended, "job")}`,
        }}
      />
      <Stat
        label="API Requests"
        {...figure(calls === 0, SAMPLE.requests, compact(calls))}
        note={calls === 0 ? "none answered on this device" : `this month, of ${compact(plans[0].apiCalls)}`}
        info={{ title: "API Requests", formula: "calls answered by the local API this month, on this device" }}
      />
    </StatStrip>
  );
}
