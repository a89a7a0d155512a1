import { useEffect, useState } from "react";
import { isReturn } from "../../../workers/analyzed-column";
import type { Failure, ReadingChoices, Series } from "../../../workers/contract";
import type { ReadingPreview, ReadOptions } from "../../../workers/ingest";
import { compute } from "../../client/compute";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LineChoices } from "./line-choices.tsx";
import { CHOICES, type ChoiceProps, OpenChoice } from "./open-choice.tsx";
import type { Given } from "./reader-state";
import { forgetForm } from "./reading-choices";
import { readUnder } from "./reading-fixes.ts";
import { ReadingTable } from "./reading-table.tsx";
import {
  ADJUSTMENTS,
  COMPOUNDED,
  confirmed,
  DECIMALS,
  DELIMITERS,
  doubtWords,
  FILLED,
  ORDERS,
  orderIn,
  REPEATED,
} from "./reading-words.ts";
import { SplitChoices } from "./split-choices.tsx";

export interface CheckReadingProps {
  /** Null if the text could not be read. */
  series: Series | null;
  given: Given;
  reread: (options: ReadOptions) => void;
  onClose: () => void;
}

/** The first rows of a text beside the values read from them, with all reading options. */
export function CheckReading({ series, given, reread, onClose }: CheckReadingProps) {
  const { doubts = [], chosen } = series?.quality ?? {};
  const [options, setOptions] = useState<ReadingChoices>(() => chosen?.options ?? {});
  const { preview, failure } = usePreview(series, given, options);
  const take = () => {
    onClose();
    // Remembered choices may be the reason why it could not be read.
    if (!series && preview?.form) forgetForm(preview.form);
    readUnder(reread, series ? confirmed(options, series) : options);
  };
  const takeAsFound = () => {
    onClose();
    if (chosen?.form) forgetForm(chosen.form);
    readUnder(reread, {});
  };
  return (
    <Dialog
      title="Check the reading"
      wide
      onClose={onClose}
      actions={
        <>
          {chosen ? <Button onPress={takeAsFound}>Forget the choices</Button> : null}
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" onPress={take} isDisabled={failure !== null || preview === null}>
            Read it like this
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {series ? doubts.map((doubt) => <Caution key={doubt}>{doubtWords(doubt, series)}</Caution>) : null}
        <FailureBox failure={failure} />
        {/* Rendered at the same place whether or not the text can be read, so that inputs keep their state. */}
        {preview || failure ? (
          <div className={CHOICES}>
            <LineChoices text={preview ? preview.text : {}} options={options} put={(one) => setOptions({ ...options, ...one })} />
            {preview ? (
              <Choices preview={preview} options={options} change={setOptions} negative={(series?.quality.zeroOrNegative.count ?? 0) > 0} />
            ) : null}
          </div>
        ) : null}
        {preview ? (
          <>
            {series ? <SplitChoices series={series} options={options} put={(one) => setOptions({ ...options, ...one })} /> : null}
            <ReadingTable preview={preview} options={options} change={setOptions} />
            <p className="text-muted text-small">
              {preview.form === null
                ? "Text without a header cannot be recognized again: the choices apply to this text only."
                : "Text with the same header and separators will be read this way on this device, unless its own dates or numbers are unambiguous."}
            </p>
          </>
        ) : failure ? null : (
          <Skeleton rows={8} />
        )}
      </div>
    </Dialog>
  );
}

/** The start of the text under these options; the previous preview stays until it has loaded. */
function usePreview(series: Series | null, { source, options: { path } }: Given, options: ReadingChoices) {
  const [shown, setShown] = useState<{ preview: ReadingPreview | null; failure: Failure | null }>({ preview: null, failure: null });
  const quality = series?.quality;
  useEffect(() => {
    const stop = new AbortController();
    const input = {
      source,
      options: { ...options, ...(path && { path }) },
      ...(quality && { read: { decimal: quality.decimal, dateOrder: orderIn(quality) } }),
    };
    void compute.run("preview-reading", input, { signal: stop.signal, priority: "reading", unlisted: true }).then((outcome) => {
      if (stop.signal.aborted) return;
      setShown(({ preview }) => (outcome.ok ? { preview: outcome.value, failure: null } : { preview, failure: outcome.failure }));
    });
    return () => stop.abort();
  }, [source, path, options, quality]);
  return shown;
}

/** Options that apply to all rows. */
function Choices({ preview, options, change, negative }: ChoiceProps & { negative: boolean }) {
  const { columns, read, primary, dates } = preview;
  const put = (one: ReadingChoices) => change({ ...options, ...one });
  const ordered = dates === "dmy" || dates === "mdy";
  const use = columns[primary]?.use;
  // A list, or a column without a name, may contain returns too.
  const returned = use !== undefined && (isReturn(use) || (use === "value" && negative));
  const events = columns.some(({ use }) => use === "split" || use === "dividend");
  const analyzed = read.find(({ place }) => place === primary)?.name ?? "";
  return (
    <>
      {preview.typed ? (
        <OpenChoice
          label="Delimiter"
          names={DELIMITERS}
          value={options.delimiter}
          found={DELIMITERS[preview.delimiter]}
          onChange={(delimiter) => put({ delimiter })}
        />
      ) : null}
      <OpenChoice
        label="Decimal sign"
        names={DECIMALS}
        value={options.decimal}
        found={DECIMALS[preview.decimal]}
        onChange={(decimal) => put({ decimal })}
      />
      {ordered ? (
        <OpenChoice
          label="Dates"
          names={ORDERS}
          value={options.dateOrder}
          found={ORDERS[dates]}
          onChange={(dateOrder) => put({ dateOrder })}
        />
      ) : null}
      {read.length > 1 ? (
        <OpenChoice
          label="Analyzed column"
          names={Object.fromEntries(read.map(({ name }) => [name, name]))}
          value={options.column}
          found={analyzed}
          onChange={(column) => put({ column })}
        />
      ) : null}
      {dates ? (
        <OpenChoice
          label="Rows that share a date"
          names={REPEATED}
          value={options.repeated}
          found={REPEATED.all}
          onChange={(repeated) => put({ repeated })}
        />
      ) : null}
      <OpenChoice label="Blank prices" names={FILLED} value={options.fill} found="Not filled" onChange={(fill) => put({ fill })} />
      {returned || options.compound ? (
        <OpenChoice
          label="Returns"
          names={COMPOUNDED}
          value={options.compound}
          found="Not compounded"
          onChange={(compound) => put({ compound })}
        />
      ) : null}
      {events || options.adjust ? (
        <OpenChoice
          label="Adjust the prices"
          names={ADJUSTMENTS}
          value={options.adjust}
          found="No"
          onChange={(adjust) => put({ adjust })}
        />
      ) : null}
    </>
  );
}
