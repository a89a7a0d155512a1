import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Failure } from "../../../workers/contract";
import { PagedList } from "../../analysis/paged-list.tsx";
import { clockTime, grouped } from "../../lib/format.ts";
import { type KnownSigner, knownSignersAtom, removeSigner } from "../../state/known-signers";
import { nameCaution } from "../../state/signer-names";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { SignerDialog } from "../parts/signer-dialog.tsx";
import { Section } from "./section.tsx";

function NameCaution({ name }: { name: string }) {
  const caution = nameCaution(name);
  return caution ? <Verdict state="caution">{caution}</Verdict> : null;
}

/** Trusted keys, whose signatures are shown with a name. */
export function SignersSection() {
  const known = useAtomValue(knownSignersAtom);
  const [renamed, setRenamed] = useState<KnownSigner | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const remove = async (signer: KnownSigner) => {
    const removed = await removeSigner(signer);
    setFailure(removed.ok ? null : removed.failure);
  };
  return (
    <Section id="signers" footer="Stored on this device only, never in backups, links or logs. No file can add one.">
      {known?.length === 0 ? <p className="text-muted">No known signers. Open a signed file to trust its key.</p> : null}
      <FailureBox failure={failure} />
      <PagedList label="known signers" items={known ?? []} textOf={({ name, fingerprint }) => `${name} ${fingerprint}`}>
        {(shown) => (
          <ul aria-label="Known signers">
            {shown.map((signer) => (
              <li
                key={signer.fingerprint}
                className="flex flex-wrap items-start gap-x-3 gap-y-1.5 border-line border-t py-1.5 first:border-t-0"
              >
                <div className="wrap-anywhere min-w-0 flex-[1_1_14rem]">
                  <p>
                    <bdi>{signer.name}</bdi>
                  </p>
                  <NameCaution name={signer.name} />
                  <p className="num text-muted text-small">{grouped(signer.fingerprint)}</p>
                  <p className="num text-muted text-small">Added {clockTime(signer.trustedAt)}</p>
                </div>
                <div className="flex gap-2">
                  <Button size="small" onPress={() => setRenamed(signer)} aria-label={`Rename ${signer.name}`}>
                    Rename
                  </Button>
                  <Button size="small" onPress={() => void remove(signer)} aria-label={`Remove ${signer.name}`}>
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {renamed ? <SignerDialog signer={renamed} onClose={() => setRenamed(null)} /> : null}
    </Section>
  );
}
