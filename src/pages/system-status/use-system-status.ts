import { useEffect, useRef, useState } from "react";
import type { Cause, Millis } from "../../../workers/contract";
import { LiveSocket } from "../../client/live-socket";
import { failureText, loadTexts } from "../../lib/texts.ts";
import { keepHistory, keptHistory, MAX_EVENTS, MAX_POINTS, type StatusEvent, type StatusPoint } from "../../state/status-history";
import { deviceProbe, readStatus, type SystemStatus } from "../../state/system-status";

const EVERY: Millis = 2000;
/** Interval of storing the history. */
const WRITTEN: Millis = 10_000;

interface StatusView {
  /** Null until the first data. */
  status: SystemStatus | null;
  /** Oldest first, including those stored by earlier visits. */
  history: readonly StatusPoint[];
  /** Newest first. */
  events: readonly StatusEvent[];
  /** Why the socket reports nothing; null if it does, or if there is none. */
  trouble: string | null;
}

const NOTHING: StatusView = { status: null, history: [], events: [], trouble: null };
const SERVICES = { database: "Database", api: "API", cache: "Cache" } as const;

/** Changes between two readings, as text. */
function changesOf(before: SystemStatus | null, { services }: SystemStatus): string[] {
  return (Object.keys(SERVICES) as (keyof typeof SERVICES)[]).flatMap((name) => {
    if (before?.services[name] === services[name]) return [];
    return [before ? `${SERVICES[name]} is ${services[name]}, was ${before.services[name]}` : `${SERVICES[name]} is ${services[name]}`];
  });
}

function withEvents(view: StatusView, texts: readonly string[], time: Millis): StatusView {
  if (texts.length === 0) return view;
  const first = (view.events[0]?.number ?? 0) + 1;
  const added = texts.map((text, i) => ({ number: first + i, time, text })).reverse();
  return { ...view, events: [...added, ...view.events].slice(0, MAX_EVENTS) };
}

const pointOf = ({ timestamp, cpu, memory, network }: SystemStatus): StatusPoint => ({
  time: timestamp,
  cpu: cpu.usage,
  memory: memory.used,
  latency: network.latency,
});

function taken(view: StatusView, status: SystemStatus): StatusView {
  const point = pointOf(status);
  // The chart is by time: later points than now were measured before the clock was set back.
  const earlier = view.history.filter(({ time }) => time < point.time);
  const history = [...earlier, point].slice(-MAX_POINTS);
  return withEvents({ ...view, status, history, trouble: null }, changesOf(view.status, status), status.timestamp);
}

type SetView = (change: (before: StatusView) => StatusView) => void;

/** The status of this device, measured every two seconds while the page is visible; or of a host, as reported by its socket. */
export function useSystemStatus(socketAddress: string): StatusView {
  const [view, setView] = useState<StatusView>(NOTHING);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  useEffect(() => {
    const { points, events } = keptHistory(socketAddress);
    setView({ ...NOTHING, history: points, events });
    const write = () => {
      const { status, history, events: stored } = latest.current;
      if (status) keepHistory(socketAddress, { points: history, events: stored });
    };
    const writing = setInterval(write, WRITTEN);
    const note = (text: string) => setView((before) => withEvents(before, [text], Date.now()));
    const online = () => note("Online");
    const offline = () => note("Offline");
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    const stop = socketAddress === "" ? measuring(setView) : listening(socketAddress, setView, note);
    return () => {
      stop();
      clearInterval(writing);
      write();
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
    };
  }, [socketAddress]);
  return view;
}

function measuring(setView: SetView): () => void {
  const probe = deviceProbe();
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const look = async () => {
    if (!document.hidden) {
      const status = await probe.measure();
      if (!ended) setView((before) => taken(before, status));
    }
    if (!ended) timer = setTimeout(look, EVERY);
  };
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
    probe.stop();
  };
}

function listening(url: string, setView: SetView, note: (text: string) => void): () => void {
  let ended = false;
  const showTrouble = async (cause: Cause) => {
    await loadTexts();
    if (ended) return;
    const trouble = failureText(cause);
    setView((before) => ({ ...before, trouble }));
    note(trouble);
  };
  const socket = new LiveSocket({
    url,
    retry: "steady",
    onMessage: (message) => {
      const status = readStatus(message);
      if (status) setView((before) => taken(before, status));
      else setView((before) => ({ ...before, trouble: "The socket sent an invalid status message" }));
    },
    onState: (state, cause) => {
      if (state === "open") note("Socket connected");
      if (cause !== null) void showTrouble(cause);
    },
  });
  return () => {
    ended = true;
    socket.close();
  };
}
