import type { CancelMessage, HostLock, PageReply, QuestionMessage } from "../../workers/api/question";
import { locks } from "../../workers/capabilities";
import { WORKSPACE } from "../../workers/contract";
import { compute } from "./compute";

const HOST_LOCK: HostLock = "prospect-api-host";

/** Answers one API request with a job. */
async function serve({ kind, question }: QuestionMessage, port: MessagePort): Promise<void> {
  const cancel = new AbortController();
  port.onmessage = ({ data }: MessageEvent<CancelMessage>) => data.type === "cancel" && cancel.abort();
  port.postMessage({ type: "taken" } satisfies PageReply);
  const input = { workspace: WORKSPACE, kind, question };
  const outcome = await compute.run("answer-api", input, { signal: cancel.signal, cache: false });
  port.postMessage({ type: "answer", outcome } satisfies PageReply);
}

/** Computes for the API while this page is open: requests come from the service worker, or from the API worker of this page. */
export function hostApi(asker: Pick<EventTarget, "addEventListener">): void {
  // While it holds this lock, requests wait even if the page is busy.
  locks()
    ?.request(HOST_LOCK, { mode: "shared" }, () => new Promise(() => undefined))
    .catch(() => undefined);
  asker.addEventListener("message", (event) => {
    const { data, ports } = event as MessageEvent<QuestionMessage | null>;
    if (data?.type === "api-question" && ports[0]) void serve(data, ports[0]);
  });
}
