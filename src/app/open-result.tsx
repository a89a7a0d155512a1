import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { fail, type Outcome } from "../../workers/contract";
import type { AlteredBlock } from "../../workers/results";
import { useOpening } from "../analysis/data/use-opening";
import { useAnalysis } from "../analysis/use-analysis";
import { clockTime, count, listed, plural, withoutTurns } from "../lib/format.ts";
import { menuLabel, screenAt, takesShared } from "../routes.ts";
import { otherScreens } from "../state/asked-at";
import { appVersion } from "../state/build-facts";
import type { CheckedSetting } from "../state/checked-settings";
import { jobWords } from "../state/job-words";
import {
  isOfThisVersion,
  type NeededData,
  type ReadResult,
  readResult,
  takeResult,
  type Verification,
  verifyResult,
} from "../state/result-files";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { ProgressBar } from "../ui/progress.tsx";
import { runOnArrival } from "../ui/use-run-keys.ts";
import { Verdict } from "../ui/verdict.tsx";
import { Altered } from "./altered-parts.tsx";
import { CheckedTable, FigureTable, OtherValues, settingTitle } from "./result-tables.tsx";
import { Signature } from "./signature-line.tsx";

interface OpenResultProps {
  file: File;
  onClose: () => void;
}

const labelAt = (path: string): string => {
  const screen = screenAt(path);
  return screen ? menuLabel(screen) : path;
};

/**
 * Only results of screens that analyze data can be opened, and only for that screen's own jobs: other settings include the hosts this
 * device connects to.
 */
async function read(file: Blob): Promise<Outcome<ReadResult>> {
  const outcome = await readResult(file);
  if (!outcome.ok) return outcome;
  const { screen, job } = outcome.value.run;
  if (!takesShared(screen)) return fail("bad-input", "results/foreign");
  const screens = otherScreens({ screen: screenAt(screen)?.paths[0] ?? screen, job });
  const words = screens && { question: jobWords(job), named: labelAt(screen), screens: screens.map(labelAt).join(" or ") };
  return words ? fail("bad-input", "results/otherScreen", words) : outcome;
}

/** Once the screen has recomputed, compares the figures of a file, and the contents of a report, with it. */
function compareLater(file: File, content: ReadResult): void {
  const since = Date.now();
  void import("../analysis/report/check-page.ts").then(({ checkPage }) =>
    checkPage(file, content, isOfThisVersion(content.document), since),
  );
}

const isMissing = ({ where }: NeededData): boolean => where === "missing";

/** Shows what a result file contains and verifies it by recomputing, before any of it is applied. */
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
    compareLater(file, content);
    await takeResult(content, () => runOnArrival(path));
    onClose();
    void navigate({ to: path });
  };
  return (
    <Dialog
      title={content?.kind === "report" ? "Check a report" : "Open a result"}
      answer
      wide
      onClose={onClose}
      cancel
      actions={
        <Button kind="primary" isDisabled={!content || content.needed.some(isMissing)} onPress={() => void take()}>
          {screen ? `Open in ${menuLabel(screen)}` : "Open"}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBox failure={failure} />
        {progress ? <ProgressBar {...progress} /> : null}
        {content && screen ? (
          <>
            <Facts file={file} content={content} screen={menuLabel(screen)} />
            <ul className="flex flex-col gap-1">
              <OtherVersion kind={content.kind} document={content.document} />
              <Signature signature={content.signature} />
              <Altered blocks={content.altered} describe={ALTERED} />
              {verifying.shown ? <Recomputed verification={verifying.shown} /> : null}
              <Settings settings={content.settings} />
              <Unused {...content} />
              <Derived figures={content.document.figures} />
              <li className="text-muted">{content.kind === "report" ? UNCHECKED_OF_A_PAGE : UNCHECKED}</li>
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
            <Disclosure title="Settings" note={plural(content.settings.length, "row")}>
              <CheckedTable settings={content.settings} />
            </Disclosure>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

const WHERE: Record<NeededData["where"], string> = {
  file: "in the file, added to the datasets on this device",
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
        { name: "File", value: words(withoutTurns(file.name)) },
        { name: "Recomputed", value: words(`${jobWords(run.job)}, ${screen}`) },
        { name: "Title", value: words(run.title) },
        { name: "Computed", value: words(`${clockTime(run.startedAt)}, version ${document.app}`) },
        ...needed.map(({ name, hash, length, where }) => ({
          key: hash,
          name: "Data",
          value: (
            <span className={where === "missing" ? "font-sans text-warn" : "font-sans"}>
              <span className="wrap-anywhere">{name}</span>, {length === null ? "" : `${plural(length, "row")}, `}
              {WHERE[where]}
              {where === "missing" ? <span className="wrap-anywhere num block text-small">SHA-256 {hash}</span> : null}
            </span>
          ),
        })),
      ]}
    />
  );
}

const UNCHECKED =
  "Not checked: source and reading of the data, title, date, version, and the names of data, columns and figures. They are as stated in the file.";
const UNCHECKED_OF_A_PAGE = "Not checked yet: the page itself. Open it to recompute its screen and compare every text, table and chart.";
const ALTERED = ({ name, written, shown }: AlteredBlock): string =>
  `${name} was changed on the page: it shows “${shown ?? "nothing"}”, its data says “${written}”`;
/** Maximum number of settings named above their table. */
const MAX_LISTED = 5;

/** Whether the settings shown in a file are those that are recomputed. */
function Settings({ settings }: { settings: readonly CheckedSetting[] }) {
  const wrong = settings.filter(({ verdict }) => verdict === "differs");
  const unchecked = settings.filter(({ verdict }) => verdict === "unchecked").length;
  if (wrong.length === 0) {
    const words = unchecked > 0 ? `; ${count(unchecked)} could not be compared` : "";
    return (
      <li>
        <Verdict state="ok">No setting in the file differs from the recomputed question{words}</Verdict>
      </li>
    );
  }
  const names = wrong.map(({ path }) => settingTitle(path));
  return (
    <li>
      <Verdict state="bad">
        <span className="wrap-anywhere">
          {plural(wrong.length, "setting")} in the file {wrong.length === 1 ? "differs" : "differ"} from the recomputed question:{" "}
          {listed(names, MAX_LISTED)}
        </span>
      </Verdict>
    </li>
  );
}

/** Data in a file that its job does not use, and other contents of its archive. */
function Unused({ needed, unlisted }: Pick<ReadResult, "needed" | "unlisted">) {
  const unused = needed.filter(({ used }) => !used).map(({ name }) => name);
  return (
    <>
      <NamedUnused words="Named in the file but not used by the recomputed question" names={unused} />
      <NamedUnused words="In the file but not part of its result, neither signed nor used" names={unlisted} />
    </>
  );
}

function NamedUnused({ words, names }: { words: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <li>
      <Verdict state="caution">
        <span className="wrap-anywhere">
          {words}: {listed(names, MAX_LISTED)}
        </span>
      </Verdict>
    </li>
  );
}

/** Figures that are not values of the result: only the screen can verify them. */
function Derived({ figures }: Pick<ReadResult["document"], "figures">) {
  const derived = figures.filter(({ path }) => path === null);
  if (derived.length === 0) return null;
  return (
    <li className="wrap-anywhere text-muted">
      Not checked yet: {plural(derived.length, "figure")} derived on screen (
      {listed(
        derived.map(({ label }) => label),
        MAX_LISTED,
      )}
      ). Open it to compare every figure with its screen.
    </li>
  );
}

/** Results of another version may differ, and its reports have other parts: stated before any differences. */
function OtherVersion({ kind, document }: Pick<ReadResult, "kind" | "document">) {
  if (isOfThisVersion(document)) return null;
  const version = document.app === appVersion ? `version ${appVersion} with other kernels` : `version ${document.app}, not ${appVersion}`;
  const parts = kind === "report" ? ", and headings and rows of its page" : "";
  return (
    <li>
      <Verdict state="caution">
        <span className="wrap-anywhere">{withoutTurns(`Made by ${version}: last digits may differ${parts}`)}</span>
      </Verdict>
    </li>
  );
}

function Recomputed({ verification: { values, othersCount, others, exact, sameDigest, figures } }: { verification: Verification }) {
  const wrongFigures = figures.filter(({ verdict }) => verdict === "differs");
  const wrong = others.some(({ verdict }) => verdict === "differs") || wrongFigures.length > 0;
  const words =
    othersCount === 0
      ? `Recomputed: all ${count(values)} values are the same to the last bit`
      : `Recomputed: ${count(othersCount)} of ${count(values)} values are not the same to the last bit`;
  const besides =
    wrongFigures.length > 0 ? `; ${plural(wrongFigures.length, "figure")} of the file differ${wrongFigures.length === 1 ? "s" : ""}` : "";
  return (
    <>
      <li>
        <Verdict state={wrong ? "bad" : othersCount > 0 ? "caution" : "ok"}>
          {words}
          {besides}
          {exact ? "" : " (by another version of Prospect)"}
        </Verdict>
      </li>
      {othersCount === 0 && !sameDigest ? (
        <li>
          <Verdict state="bad">The digest in the file does not match the result</Verdict>
        </li>
      ) : null}
    </>
  );
}
