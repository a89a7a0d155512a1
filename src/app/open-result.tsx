import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { fail, type Outcome } from "../../workers/contract";
import type { AlteredBlock } from "../../workers/results";
import { useOpening } from "../analysis/data/use-opening";
import { useAnalysis } from "../analysis/use-analysis";
import { clockTime, count, plural } from "../lib/format.ts";
import { menuLabel, screenAt } from "../routes.ts";
import { type NeededData, type ReadResult, readResult, takeResult, type Verification, verifyResult } from "../state/result-files";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { ProgressBar } from "../ui/progress.tsx";
import { runOnArrival } from "../ui/use-run-keys.ts";
import { Verdict } from "../ui/verdict.tsx";
import { FigureTable, OtherValues, SettingTable } from "./result-tables.tsx";
import { Signature } from "./signature-line.tsx";

interface OpenResultProps {
  file: File;
  onClose: () => void;
}

/** Only a screen that analyzes data has results to open: the settings of others name the hosts this device talks to. */
async function read(file: Blob): Promise<Outcome<ReadResult>> {
  const outcome = await readResult(file);
  return outcome.ok && !screenAt(outcome.value.run.screen)?.dataField ? fail("bad-input", "results/foreign") : outcome;
}

const isMissing = ({ where }: NeededData): boolean => where === "missing";

/** Says what a file of a result holds and whether it is true, by computing it again, before anything of it counts. */
export function OpenResult({ file, onClose }: OpenResultProps) {
  const navigate = useNavigate();
  const { run: open, shown, failure, progress } = useOpening("Reading the file", read);
  const verifying = useAnalysis<Verification, [ReadResult]>({
    work: async (turn, result) => {
      turn.onProgress({ fraction: 0, label: "Recomputing" });
      return verifyResult(result, turn);
    },
  });
  const { run: verify } = verifying;
  useEffect(() => void open(file, null), [open, file]);
  const content = shown?.content ?? null;
  useEffect(() => {
    if (content && !content.needed.some(isMissing)) void verify(content);
  }, [content, verify]);
  const screen = content && screenAt(content.run.screen);
  const take = async () => {
    if (!content || !screen) return;
    verifying.cancel();
    const [path] = screen.paths;
    await takeResult(content, () => runOnArrival(path));
    onClose();
    void navigate({ to: path });
  };
  return (
    <Dialog
      title={content?.kind === "report" ? "Check a report" : "Open a result"}
      open
      answer
      wide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!content || content.needed.some(isMissing)} onPress={() => void take()}>
            {screen ? `Open in ${menuLabel(screen)}` : "Open"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBox failure={failure} />
        {progress ? <ProgressBar {...progress} /> : null}
        {content && screen ? (
          <>
            <Facts file={file} content={content} screen={menuLabel(screen)} />
            <ul className="flex flex-col gap-1">
              <Signature signature={content.signature} />
              <Altered blocks={content.altered} />
              {verifying.shown ? <Recomputed verification={verifying.shown} /> : null}
            </ul>
            {verifying.busy ? (
              <ProgressBar
                label={verifying.progress?.label || "Recomputing"}
                fraction={verifying.progress?.fraction ?? null}
                onCancel={verifying.cancel}
              />
            ) : null}
            <FailureBox failure={verifying.failure} />
            {verifying.shown ? (
              <>
                <FigureTable figures={verifying.shown.figures} />
                <OtherValues verification={verifying.shown} />
              </>
            ) : null}
            <Disclosure title="Settings in the file" note={plural(Object.keys(JSON.parse(content.run.settings)).length, "setting")}>
              <SettingTable settings={JSON.parse(content.run.settings)} />
            </Disclosure>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

const WHERE: Record<NeededData["where"], string> = {
  file: "in the file, added to the datasets of this device",
  device: "on this device",
  text: "in the file, as typed",
  missing: "neither in the file nor on this device: open it in a data field first",
};

function Facts({ file, content: { run, needed, document }, screen }: { file: File; content: ReadResult; screen: string }) {
  const words = (text: ReactNode) => <span className="wrap-anywhere font-sans">{text}</span>;
  return (
    <FactList
      label="File contents"
      facts={[
        { name: "File", value: words(file.name) },
        { name: "Result", value: words(`${run.title}, ${screen}`) },
        { name: "Computed", value: words(`${clockTime(run.startedAt)}, version ${document.app}`) },
        ...needed.map(({ name, hash, length, where }) => ({
          key: hash,
          name: "Data",
          value: (
            <span className={where === "missing" ? "font-sans text-warn" : "font-sans"}>
              <span className="wrap-anywhere">{name}</span>, {plural(length, "row")}, {WHERE[where]}
              {where === "missing" ? <span className="wrap-anywhere num block text-small">SHA-256 {hash}</span> : null}
            </span>
          ),
        })),
      ]}
    />
  );
}

/** How many changed parts of a page are named. */
const MAX_ALTERED = 12;

function Altered({ blocks }: { blocks: readonly AlteredBlock[] }) {
  if (blocks.length === 0) return null;
  const more = blocks.length - MAX_ALTERED;
  return (
    <>
      {blocks.slice(0, MAX_ALTERED).map(({ name, written, shown }) => (
        <li key={`${name} ${written}`}>
          <Verdict state="bad">
            <span className="wrap-anywhere">
              {name} was changed on the page: it shows “{shown ?? "nothing"}”, its data says “{written}”
            </span>
          </Verdict>
        </li>
      ))}
      {more > 0 ? <li className="text-muted">{count(more)} more</li> : null}
    </>
  );
}

function Recomputed({ verification: { values, othersCount, others, exact, sameDigest, figures } }: { verification: Verification }) {
  const wrong = others.some(({ verdict }) => verdict === "differs") || figures.some(({ verdict }) => verdict === "differs");
  const words =
    othersCount === 0
      ? `Recomputed: all ${count(values)} values are the same to the last bit`
      : `Recomputed: ${count(othersCount)} of ${count(values)} values are not the same to the last bit`;
  return (
    <>
      <li>
        <Verdict state={wrong ? "bad" : othersCount > 0 ? "caution" : "ok"}>
          {words}
          {exact ? "" : " (by another version of Prospect)"}
        </Verdict>
      </li>
      {othersCount === 0 && !sameDigest ? (
        <li>
          <Verdict state="bad">The digest in the file is not that of the result</Verdict>
        </li>
      ) : null}
    </>
  );
}
