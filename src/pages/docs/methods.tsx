import { useAtomValue } from "jotai";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { havingWords } from "../../lib/find-words.ts";
import { count } from "../../lib/format.ts";
import { checkOf, type KernelTest, selfCheckAtom } from "../../state/self-check";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FormulaView } from "../../ui/formula.tsx";
import { type DocumentedMethod, loadMethods } from "../../ui/load-methods.ts";
import { OwnCheck } from "../../ui/own-check.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";

const PAGE = 10;

/** The method behind every figure: definition, formula, source, validation, and its check on this device. */
export function Methods() {
  const [methods, setMethods] = useState<readonly DocumentedMethod[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const [asked, setPage] = useState(0);
  const { test } = useAtomValue(selfCheckAtom);
  useEffect(() => {
    loadMethods().then(setMethods, (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)));
  }, []);
  const wanted = useDeferredValue(words);
  const found = useMemo(() => havingWords(methods ?? [], wanted, ({ text }) => text), [methods, wanted]);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(asked, pages - 1);
  const shown = found.slice(page * PAGE, (page + 1) * PAGE);
  return (
    <Panel title="Methods" note="formula, source and test of every result">
      <div className="flex flex-col gap-3">
        <FailureBox failure={trouble === null ? null : { message: trouble }} />
        <TextField
          label="Find a method"
          value={words}
          onChange={(text) => {
            setWords(text);
            setPage(0);
          }}
          placeholder="GARCH, Sharpe, Engle (1982)…"
          autoComplete="off"
          className="max-w-md"
        />
        {methods === null && trouble === null ? <Skeleton rows={8} /> : null}
        <ul aria-label="Methods">
          {shown.map((method) => (
            <li key={method.name} className="border-line border-t py-2.5">
              <h3 className="font-[550]">{method.title}</h3>
              <p className="max-w-[88ch] break-words text-muted text-small">{method.what}</p>
              <p className="num my-1 break-words text-small">
                <FormulaView text={method.formula} />
              </p>
              <Details method={method} test={test} />
            </li>
          ))}
        </ul>
        {methods === null ? null : (
          <Pager
            label="methods"
            status={
              found.length === 0
                ? "No methods found"
                : `${count(page * PAGE + 1)}–${count(page * PAGE + shown.length)} of ${count(found.length)}`
            }
            page={page}
            pages={pages}
            onPage={setPage}
          />
        )}
      </div>
    </Panel>
  );
}

function Details({ method, test }: { method: DocumentedMethod; test: KernelTest | null }) {
  const check = test && checkOf(test, method.name);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-small">
      <dt className="text-muted">After</dt>
      <dd className="min-w-0 break-words">{method.source}</dd>
      <dt className="text-muted">Checked</dt>
      <dd className="min-w-0 break-words">{method.tolerance}</dd>
      {check ? (
        <>
          <dt className="text-muted">This device</dt>
          <dd className="min-w-0 break-words">
            <OwnCheck check={check} />
          </dd>
        </>
      ) : null}
    </dl>
  );
}
