import type { ApiAnswer } from "../../client/api-client";
import { bytes, duration } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { CodeBlock } from "./code-block.tsx";

const LONGEST_SHOWN = 200_000;

/** An answer's text as it is shown: JSON with line breaks, the beginning of what is very long. */
function shownText({ json, text }: ApiAnswer): string {
  const whole = json === null ? text : JSON.stringify(json, null, 2);
  return whole.length > LONGEST_SHOWN ? `${whole.slice(0, LONGEST_SHOWN)}\n… the first 200,000 characters` : whole;
}

/** What came back: status, time, size, headers and body. */
export function ApiAnswerView({ answer }: { answer: ApiAnswer }) {
  return (
    <div className="flex flex-col gap-2.5">
      <p className="flex flex-wrap items-center gap-2 text-small" role="status">
        <Badge tone={answer.ok ? "good" : "bad"}>{`Status ${answer.status}`}</Badge>
        <span className="num text-muted">{duration(answer.millis)}</span>
        <span className="num text-muted">{bytes(answer.bytes)}</span>
      </p>
      <CodeBlock label="Response" text={shownText(answer)} />
      <Disclosure title="Headers" level={3}>
        <FactList label="Response headers" facts={answer.headers.map(([name, value]) => ({ name, value, key: name }))} />
      </Disclosure>
    </div>
  );
}
