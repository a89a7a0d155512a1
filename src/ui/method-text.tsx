import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { deviceCheck } from "./device-check.ts";
import { FormulaView } from "./formula.tsx";

interface Method {
  what: string;
  formula: string;
  source: string;
  tolerance: string;
  file: string;
}

/** The docstring of a kernel: formula, source, and what it was validated against. Loaded when opened. */
export function MethodText({ name }: { name: string }) {
  const [{ method, repository }, setMethod] = useState<{ method?: Method; repository?: string | null }>({});
  useEffect(() => {
    let shown = true;
    import("virtual:methods").then(
      ({ methods, repository }) => shown && setMethod({ method: methods[name], repository }),
      () => shown && setMethod({}),
    );
    return () => {
      shown = false;
    };
  }, [name]);
  const DeviceCheck = useSyncExternalStore(deviceCheck.subscribe, deviceCheck.read);
  if (!method) return null;
  return (
    <section className="mt-2.5 border-line border-t pt-2.5 text-small" aria-label="How it is computed">
      <h3 className="mb-1 font-semibold">How it is computed</h3>
      <p className="num">
        <FormulaView text={method.formula} />
      </p>
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-muted">After</dt>
        <dd className="min-w-0">{method.source}</dd>
        <dt className="text-muted">Checked</dt>
        <dd className="min-w-0">{method.tolerance}</dd>
        {DeviceCheck ? (
          <>
            <dt className="text-muted">This device</dt>
            <dd className="min-w-0 break-words">
              <Suspense>
                <DeviceCheck name={name} file={method.file} />
              </Suspense>
            </dd>
          </>
        ) : null}
        <dt className="text-muted">Code</dt>
        <dd className="min-w-0 break-words">
          {repository ? (
            <a href={`${repository}/blob/HEAD/${method.file}`} className="text-accent underline" target="_blank" rel="noreferrer">
              {method.file}
            </a>
          ) : (
            method.file
          )}
          , <code className="num">{name}</code>
        </dd>
      </dl>
    </section>
  );
}
