import { useAtomValue } from "jotai";
import type { SignatureState } from "../../workers/results";
import { grouped } from "../lib/format.ts";
import { signingKeyAtom } from "../state/signing-key";
import { Verdict } from "../ui/verdict.tsx";

/** Anybody can sign with a key of their own. */
const COMPARE = "Whose key it is, the file cannot prove: compare the fingerprint with the sender’s";

/** Whether the signature of a file holds, and by which key. */
export function Signature({ signature }: { signature: SignatureState }) {
  const own = useAtomValue(signingKeyAtom);
  if (signature.state === "none") return <Line state="caution" words="Not signed: anyone could have written this file" />;
  if (signature.state === "unreadable") return <Line state="bad" words="The signature in this file cannot be read" />;
  const { state, fingerprint } = signature;
  const isOwn = own?.fingerprint === fingerprint;
  const whose = isOwn ? "the key of this device" : "the key below, which is not this device’s";
  const lines = {
    holds: ["ok", `The signature is valid: unchanged since it was signed with ${whose}`],
    broken: ["bad", `The signature is invalid: the file was changed after it was signed with ${whose}`],
    unchecked: ["caution", `This browser cannot check the signature of ${whose}`],
  } as const;
  const [verdict, words] = lines[state];
  return <Line state={verdict} words={isOwn ? words : `${words}. ${COMPARE}`} fingerprint={fingerprint} />;
}

function Line({ state, words, fingerprint }: { state: "ok" | "caution" | "bad"; words: string; fingerprint?: string }) {
  return (
    <li>
      <Verdict state={state}>
        {words}
        {fingerprint ? <span className="num wrap-anywhere block text-muted text-small">{grouped(fingerprint)}</span> : null}
      </Verdict>
    </li>
  );
}
