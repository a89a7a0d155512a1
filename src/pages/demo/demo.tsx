import { useEffect, useRef, useState } from "react";
import { is } from "valibot";
import { useScreenInputs } from "../../state/screen-inputs";
import { PageHeader } from "../../ui/page-header.tsx";
import { DEMO_DEFAULTS, demoEndpoint, demoForm, keptRequest, NO_REQUEST, postRequest, tier } from "./demo-request.ts";
import { RequestForm } from "./request-form.tsx";
import { RequestMade } from "./request-made.tsx";

/** Tier of the plan whose button led here. */
const askedTier = (): unknown => new URLSearchParams(window.location.search).get("tier");

/** A demo request: created and stored here, and sent by any available means. */
export default function Demo() {
  const { inputs, change, reset } = useScreenInputs("demo", demoForm, DEMO_DEFAULTS);
  const { inputs: kept, change: keep } = useScreenInputs("demo/request", keptRequest, NO_REQUEST);
  const [editing, setEditing] = useState(() => askedTier() !== null);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const endpoint = demoEndpoint();

  useEffect(() => {
    const asked = askedTier();
    if (is(tier, asked)) change({ preferredTier: asked });
  }, [change]);

  const send = async (request = kept.request) => {
    if (!request || endpoint === undefined) return;
    setSending(true);
    setFailed(false);
    const sent = await postRequest(endpoint, request);
    setSending(false);
    setFailed(!sent);
    keep({ sent });
  };
  const submit = () => {
    const request = { ...inputs, name: inputs.name.trim(), email: inputs.email.trim() };
    keep({ request, at: Date.now(), sent: false });
    setEditing(false);
    void send(request);
    // The form is gone: focus moves to what has replaced it, for keyboard and screen reader users.
    requestAnimationFrame(() => top.current?.querySelector("h2")?.focus());
  };
  const startNew = () => {
    reset();
    keep(NO_REQUEST);
  };
  return (
    <>
      <PageHeader
        title="Request a Demo"
        description="Tell us what you trade and what you would like to see. We will get back to you within 24 hours."
      />
      <div ref={top} className="mt-4 max-w-[46rem]">
        {kept.request && !editing ? (
          <RequestMade
            request={kept.request}
            at={kept.at}
            sent={kept.sent}
            sending={sending}
            failed={failed}
            onSend={endpoint === undefined ? undefined : () => void send()}
            onChange={() => setEditing(true)}
            onNew={startNew}
          />
        ) : (
          <RequestForm form={inputs} change={change} onSubmit={submit} sends={endpoint !== undefined} />
        )}
      </div>
    </>
  );
}
