import { clockTime } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { type DemoForm, mailAddress, requestLines, requestText } from "./demo-request.ts";

const NOT_SENT = { message: "The request could not be sent. It is stored on this device: try again, or send it by e-mail." };

interface RequestMadeProps {
  request: DemoForm;
  at: number;
  sent: boolean;
  sending: boolean;
  failed: boolean;
  /** Sends or resends it; undefined if the build has no endpoint. */
  onSend: (() => void) | undefined;
  onChange: () => void;
  onNew: () => void;
}

const copy = (request: DemoForm) => copyText(requestText(request), "Request copied");

/** The request, and the ways to send it. */
export function RequestMade({ request, at, sent, sending, failed, onSend, onChange, onNew }: RequestMadeProps) {
  const title = sent ? "Your request was sent" : sending ? "Sending your request" : "Your request is stored on this device";
  const download = () =>
    saveFile(JSON.stringify({ ...request, at: new Date(at).toISOString() }, null, 2), "demo-request.json", "application/json");
  return (
    <section className="rounded-[8px] border border-line bg-surface" aria-labelledby="demo-request">
      <div className="px-4 py-3.5">
        <h2 id="demo-request" tabIndex={-1} className="font-semibold text-title outline-none">
          {title}
        </h2>
        <p role="status" className="mt-0.5 text-muted">
          {sent
            ? "We will get back to you within 24 hours."
            : onSend
              ? "Until it is sent, it can also be e-mailed."
              : "This build has no address to submit it to. E-mail, copy or download it; the 24 hours begin when it reaches us."}
        </p>
        <FailureBox failure={failed ? NOT_SENT : null} />
      </div>
      <dl className="border-line border-t px-4 py-1">
        {[...requestLines(request), ["Made", clockTime(at)]].map(([name, value]) => (
          <div key={name} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3 border-line border-t py-1.5 first:border-t-0">
            <dt className="text-muted">{name}</dt>
            <dd className="whitespace-pre-wrap break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
        {onSend && !sent ? (
          <Button kind="primary" busy={sending} onPress={onSend}>
            {failed ? "Try again" : "Send"}
          </Button>
        ) : null}
        <a
          href={mailAddress(request)}
          className={`inline-flex h-[30px] items-center rounded-[6px] border px-3 font-[550] ${onSend ? "border-line-strong bg-surface hover:bg-raised" : "border-transparent bg-accent text-on-accent hover:brightness-110"}`}
        >
          E-mail
        </a>
        <Button onPress={() => void copy(request)}>Copy</Button>
        <Button onPress={download}>Download</Button>
        <span className="flex-1" />
        <Button kind="quiet" onPress={onChange}>
          Change
        </Button>
        <Button kind="quiet" onPress={onNew}>
          New request
        </Button>
      </div>
    </section>
  );
}
