import { useAtomValue } from "jotai";
import { useState } from "react";
import type { SignatureState } from "../../workers/results";
import { grouped } from "../lib/format.ts";
import { SignerDialog } from "../pages/parts/signer-dialog.tsx";
import { knownSignersAtom } from "../state/known-signers";
import { signingKeyAtom } from "../state/signing-key";
import { Button } from "../ui/button.tsx";
import { Verdict } from "../ui/verdict.tsx";
import { signatureWords } from "./signature-words.ts";

/** Whether a file's signature is valid, and whose key it is; an unknown key can be given a name. */
export function Signature({ signature }: { signature: SignatureState }) {
  const own = useAtomValue(signingKeyAtom);
  const known = useAtomValue(knownSignersAtom);
  const [asking, setAsking] = useState(false);
  if (own === undefined || known === undefined) return null;
  const { state, words, key, stranger, alike, doubt } = signatureWords(signature, own?.fingerprint ?? null, known);
  return (
    <>
      <li>
        <Verdict state={state}>
          <span className="wrap-anywhere">{words}</span>
          {key ? <span className="num wrap-anywhere block text-muted text-small">{grouped(key.fingerprint)}</span> : null}
        </Verdict>
      </li>
      {doubt ? (
        <li>
          <Verdict state="caution">{doubt}</Verdict>
        </li>
      ) : null}
      {alike ? (
        <li>
          <Verdict state="bad">
            <span className="wrap-anywhere">This is not the key of {alike}, though its fingerprint begins or ends like that one</span>
          </Verdict>
        </li>
      ) : null}
      {key && stranger ? (
        <li>
          <Button size="small" onPress={() => setAsking(true)}>
            Trust this key…
          </Button>
        </li>
      ) : null}
      {key && asking ? <SignerDialog signer={key} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
