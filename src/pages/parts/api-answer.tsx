import { useState } from "react";
import type { ApiAnswer } from "../../client/api-client";
import { bytes, duration } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import type { Endpoint } from "./api-description";
import { CodeBlock } from "./code-block.tsx";
import { JsonTree } from "./json-tree.tsx";
import { schemaError } from "./schema-check";

const MAX_SHOWN_LENGTH = 200_000;

/** An answer as displayed: JSON with line breaks, truncated if very long. */
function shownText({ json, text }: ApiAnswer): string {
  const whole = json === null ? text : JSON.stringify(json, null, 2);
  return whole.length > MAX_SHOWN_LENGTH ? `${whole.slice(0, MAX_SHOWN_LENGTH)}\n… first 200,000 characters` : whole;
}

/** Whether the answer matches the operation's schema. */
function Form({ answer: { ok, status, json }, endpoint }: { answer: ApiAnswer; endpoint: Endpoint }) {
  if (json === null) return <Verdict state="caution">not JSON</Verdict>;
  if (ok && String(status) !== endpoint.status)
    return <Verdict state="caution">{`status ${endpoint.status} is not in the schema`}</Verdict>;
  const trouble = schemaError(ok ? endpoint.schemas.answer : endpoint.schemas.refusal, json, "The answer");
  return <Verdict state={trouble === null ? "ok" : "bad"}>{trouble === null ? "matches its schema" : trouble}</Verdict>;
}

/** The response: status, time, size, headers and body, as a tree or as raw text. */
export function ApiAnswerView({ answer, endpoint }: { answer: ApiAnswer; endpoint: Endpoint }) {
  const [view, setView] = useState<"Tree" | "Raw">("Raw");
  return (
    <div className="flex flex-col gap-2.5">
      <p className="flex flex-wrap items-center gap-2 text-small" role="status">
        <Badge tone={answer.ok ? "good" : "bad"}>{`Status ${answer.status}`}</Badge>
        <span className="num text-muted">{duration(answer.millis)}</span>
        <span className="num text-muted">{bytes(answer.bytes)}</span>
        <Form answer={answer} endpoint={endpoint} />
      </p>
      {answer.json === null ? null : (
        <Segmented
          label="Shown as"
          labelHidden
          value={view}
          options={(["Raw", "Tree"] as const).map((value) => ({ value, label: value }))}
          onChange={setView}
        />
      )}
      {view === "Tree" && answer.json !== null ? (
        <div className="num max-h-96 overflow-auto rounded-[6px] border border-line bg-raised px-3 py-2 text-small">
          <JsonTree value={answer.json} />
        </div>
      ) : (
        <CodeBlock label="Response" text={shownText(answer)} />
      )}
      <Disclosure title="Headers" level={3}>
        <FactList label="Response headers" facts={answer.headers.map(([name, value]) => ({ name, value, key: name }))} />
      </Disclosure>
    </div>
  );
}
