import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ApiAnswerView } from "../parts/api-answer.tsx";
import type { ApiField, Endpoint } from "../parts/api-description";
import { bodyError, draftOf } from "../parts/api-request";
import { CodeBlock } from "../parts/code-block.tsx";
import { MethodBadge } from "../parts/method-badge.tsx";
import { RequestEditor, RequestSamples } from "../parts/request-editor.tsx";
import { useApiCall } from "../parts/use-api-call.ts";

const ACCESS = { key: "X-API-Key", bearer: "Bearer access token", open: "No key" } as const;

/** One operation: description, input and output, and a way to try it. */
export function EndpointCard({ endpoint, base }: { endpoint: Endpoint; base: string }) {
  const { method, path, title, description, access, body, parameters, response, responseExample, status, refusals } = endpoint;
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const call = useApiCall();
  const trouble = bodyError(endpoint, draft);
  const taken = [
    ...parameters.map(({ name, words, required, place }) => ({ name, words: `${words} (${place})`, required })),
    ...(body?.fields ?? []),
  ];
  return (
    <Panel
      title={title}
      note={
        <span className="flex flex-wrap items-center gap-2">
          <MethodBadge method={method} />
          <code className="num break-all text-text">{path}</code>
        </span>
      }
      actions={
        <>
          <Badge>{ACCESS[access.kind]}</Badge>
          {access.scopes.map((scope) => (
            <Badge key={scope} tone="accent">
              {scope}
            </Badge>
          ))}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{description}</p>
        {taken.length > 0 ? <Fields title={body ? "Request body" : "Parameters"} fields={taken} /> : null}
        <Fields title={`Response ${status}`} fields={response} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] gap-3">
          <div className="min-w-0">
            <h3 className="mb-1.5 font-[550] text-small">Example</h3>
            <RequestSamples endpoint={endpoint} draft={draft} base={base} />
          </div>
          <div className="min-w-0">
            <h3 className="mb-1.5 font-[550] text-small">Response schema</h3>
            <CodeBlock label={`Response schema of ${title}`} text={responseExample} />
          </div>
        </div>
        <Disclosure title="Errors" note={refusals.map(({ status: code }) => code).join(" ")}>
          <Fields
            title={`Errors of ${title}`}
            fields={refusals.map(({ status: code, words }) => ({ name: code, words, required: false }))}
            quiet
          />
        </Disclosure>
        <Disclosure title={`Try it: ${title}`}>
          <div className="flex flex-col gap-3 pt-2">
            <RequestEditor endpoint={endpoint} draft={draft} onChange={setDraft} />
            <div>
              <Button
                kind="primary"
                busy={call.busy}
                isDisabled={trouble !== null && !call.busy}
                onPress={() => void call.send(endpoint, draft)}
              >
                {call.busy ? "Loading..." : "Send"}
              </Button>
            </div>
            <FailureBox failure={call.trouble} />
            {call.called ? <ApiAnswerView answer={call.called.answer} endpoint={endpoint} /> : null}
          </div>
        </Disclosure>
      </div>
    </Panel>
  );
}

function Fields({ title, fields, quiet }: { title: string; fields: readonly ApiField[]; quiet?: boolean }) {
  return (
    <div>
      {quiet ? null : <h3 className="mb-1 font-[550] text-small">{title}</h3>}
      <dl aria-label={title} className="text-small">
        {fields.map(({ name, words, required }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(8rem,16rem)_1fr] gap-3 border-line border-t py-1 max-[640px]:grid-cols-1 max-[640px]:gap-0"
          >
            <dt className="num break-all">
              {name}
              {required ? null : quiet ? null : <span className="font-sans text-faint"> optional</span>}
            </dt>
            <dd className="min-w-0 break-words text-muted">{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
