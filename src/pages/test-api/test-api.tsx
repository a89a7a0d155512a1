import { useAtomValue } from "jotai";
import { useEffect, useMemo, useState } from "react";
import type { ApiAnswer } from "../../client/api-client";
import { duration } from "../../lib/format.ts";
import { apiSecret, apiSecretAtom } from "../../state/api-connection";
import { settingsAtom } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel, RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { ApiAnswerView } from "../parts/api-answer.tsx";
import { apiDescription, type Endpoint } from "../parts/api-description";
import { ApiKeyField } from "../parts/api-key-field.tsx";
import { addressOf, bodyError, draftOf, type RequestDraft } from "../parts/api-request";
import { MethodBadge } from "../parts/method-badge.tsx";
import { RequestEditor, RequestSamples } from "../parts/request-editor.tsx";
import { ServerChoice } from "../parts/server-choice.tsx";
import { useApiCall } from "../parts/use-api-call.ts";

/** The specification's five, in its order; the others follow. */
const FIRST = ["generateKey", "validateKey", "createStrategy", "marketSummary", "portfolioRisk"];
const KEPT = 50;

/** A sent request, without key and response. */
interface Sent {
  number: number;
  endpoint: Endpoint;
  draft: RequestDraft;
  status: number;
  millis: number;
}

const rank = ({ id }: Endpoint) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

/** The documented requests, those of the specification first. */
function useEndpoints() {
  const [endpoints, setEndpoints] = useState<Endpoint[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    apiDescription().then(
      (read) => setEndpoints([...read.endpoints].sort((a, b) => rank(a) - rank(b))),
      (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)),
    );
  }, []);
  return { endpoints, trouble };
}

/** The selected request, the drafts of all, and those that were sent. */
function useRequests(endpoints: readonly Endpoint[]) {
  const [chosen, setChosen] = useState(FIRST[0]);
  const [drafts, setDrafts] = useState<Readonly<Record<string, RequestDraft>>>({});
  const [history, setHistory] = useState<readonly Sent[]>([]);
  const call = useApiCall(({ endpoint: which, draft: what, answer: { status, millis } }) =>
    setHistory((before) =>
      [{ number: (before[0]?.number ?? 0) + 1, endpoint: which, draft: what, status, millis }, ...before].slice(0, KEPT),
    ),
  );
  const endpoint = useMemo(() => endpoints.find(({ id }) => id === chosen), [endpoints, chosen]);
  const draft = endpoint && (drafts[endpoint.id] ?? draftOf(endpoint));
  const change = (id: string, next: RequestDraft) => setDrafts((before) => ({ ...before, [id]: next }));
  const again = ({ endpoint: which, draft: what }: Sent) => {
    setChosen(which.id);
    change(which.id, what);
    void call.send(which, what);
  };
  return { call, endpoint, draft, choose: setChosen, change, again, history };
}

/** Sends the documented requests and shows the responses. */
export default function TestApi() {
  const { endpoints, trouble } = useEndpoints();
  const { call, endpoint, draft, choose, change, again, history } = useRequests(endpoints);
  const secret = useAtomValue(apiSecretAtom);
  const { apiHost } = useAtomValue(settingsAtom);
  const ready = endpoint !== undefined && draft !== undefined && secret !== "" && bodyError(endpoint, draft) === null;
  useRunKeys({ run: ready && !call.busy ? () => void call.send(endpoint, draft) : undefined, cancel: call.busy ? call.cancel : undefined });

  const answer = call.called?.answer ?? null;
  const rail = (
    <>
      <RailSection title="Connection">
        <ServerChoice />
        <ApiKeyField />
      </RailSection>
      <History history={history} disabled={call.busy || secret === ""} again={again} />
    </>
  );
  return (
    <>
      <PageHeader title="API Test" description="Sends requests to the API of this browser, offline too, or to a host of your own." />
      <div className="mt-4">
        <ToolLayout rail={rail}>
          <div className="flex flex-col gap-4">
            <FailureBox failure={trouble === null ? null : { message: trouble }} />
            <Panel
              title="Request"
              actions={
                <Button
                  kind="primary"
                  keys="Ctrl ↵"
                  busy={call.busy}
                  isDisabled={!ready && !call.busy}
                  onPress={() => endpoint && draft && void call.send(endpoint, draft)}
                >
                  {call.busy ? "Loading..." : "Test API"}
                </Button>
              }
            >
              {endpoint && draft ? (
                <RequestForm
                  endpoints={endpoints}
                  endpoint={endpoint}
                  draft={draft}
                  onChoose={choose}
                  onChange={(next) => change(endpoint.id, next)}
                />
              ) : trouble === null ? (
                <Skeleton rows={6} />
              ) : null}
            </Panel>
            <FailureBox failure={call.trouble} />
            <Panel title="Response" busy={call.busy} actions={keyOf(answer) ? <TakeKey answer={answer} /> : null}>
              {call.called ? (
                <ApiAnswerView answer={call.called.answer} endpoint={call.called.endpoint} />
              ) : (
                <EmptyState>Choose a request, enter a key and press Test API to see the response.</EmptyState>
              )}
            </Panel>
            {endpoint && draft ? (
              <Panel title="Code" note="equivalent code; the key is masked">
                <RequestSamples endpoint={endpoint} draft={draft} base={apiHost || location.origin} />
              </Panel>
            ) : null}
          </div>
        </ToolLayout>
      </div>
    </>
  );
}

interface HistoryProps {
  history: readonly Sent[];
  /** Sending is currently impossible. */
  disabled: boolean;
  again: (sent: Sent) => void;
}

function History({ history, disabled, again }: HistoryProps) {
  return (
    <RailSection title="History" aside={history.length > 0 ? `${history.length} of ${KEPT}` : undefined}>
      {history.length === 0 ? <p className="text-muted text-small">Sent requests are listed here, without keys and responses.</p> : null}
      <ul className="flex flex-col">
        {history.map((sent) => (
          <li key={sent.number} className="flex items-center gap-2 border-line border-t py-1 first:border-t-0">
            <MethodBadge method={sent.endpoint.method} />
            <span className="num min-w-0 flex-1 truncate text-small" title={addressOf(sent.endpoint, sent.draft)}>
              {addressOf(sent.endpoint, sent.draft)}
            </span>
            <span className="num text-muted text-small">{`${sent.status} · ${duration(sent.millis)}`}</span>
            <Button
              size="small"
              kind="quiet"
              isDisabled={disabled}
              aria-label={`Send ${sent.endpoint.title} again, request ${sent.number}`}
              onPress={() => again(sent)}
            >
              Again
            </Button>
          </li>
        ))}
      </ul>
    </RailSection>
  );
}

interface RequestFormProps {
  endpoints: readonly Endpoint[];
  endpoint: Endpoint;
  draft: RequestDraft;
  onChoose: (id: string) => void;
  onChange: (draft: RequestDraft) => void;
}

/** Choice and parameters of a request. */
function RequestForm({ endpoints, endpoint, draft, onChoose, onChange }: RequestFormProps) {
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Request"
        value={endpoint.id}
        options={endpoints.map(({ id, title, tag }) => ({ value: id, label: title, note: tag }))}
        onChange={onChoose}
      />
      <RequestEditor key={endpoint.id} endpoint={endpoint} draft={draft} onChange={onChange} />
    </div>
  );
}

/** The key in the answer of generate-key; null for others. */
function keyOf(answer: ApiAnswer | null): string | null {
  const json = answer?.json;
  return json && typeof json === "object" && "api_key" in json && typeof json.api_key === "string" ? json.api_key : null;
}

function TakeKey({ answer }: { answer: ApiAnswer | null }) {
  const key = keyOf(answer);
  if (key === null) return null;
  return (
    <Button size="small" onPress={() => apiSecret.use(key)}>
      Use this key
    </Button>
  );
}
