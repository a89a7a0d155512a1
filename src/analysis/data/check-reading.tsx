import { useEffect, useState } from "react";
import { type Failure, NO_CHOICES, type ReadingChoices, type Series } from "../../../workers/contract";
import type { ReadingPreview, ReadOptions } from "../../../workers/ingest";
import { compute } from "../../client/compute";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type ChoiceProps, OpenChoice } from "./open-choice.tsx";
import type { Given } from "./reader-state";
import { forgetForm } from "./reading-choices";
import { ReadingTable } from "./reading-table.tsx";
import { ADJUSTMENTS, confirmed, DECIMALS, DELIMITERS, doubtWords, ORDERS, orderIn, REPEATED } from "./reading-words.ts";

export interface CheckReadingProps {
  series: Series;
  given: Given;
  reread: (options: ReadOptions) => void;
  onClose: () => void;
}

/** The first rows of a text beside what reading makes of them, and all that can be chosen about it. */
export function CheckReading({ series, given, reread, onClose }: CheckReadingProps) {
  const { doubts = [], chosen } = series.quality;
  const [options, setOptions] = useState<ReadingChoices>(() => chosen?.options ?? {});
  const { preview, failure } = usePreview(series, given, options);
  const take = () => {
    onClose();
    reread({ ...NO_CHOICES, ...confirmed(options, series) });
  };
  const takeAsFound = () => {
    onClose();
    if (chosen?.form) forgetForm(chosen.form);
    reread(NO_CHOICES);
  };
  return (
    <Dialog
      title="Check the reading"
      open
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
        {doubts.map((doubt) => (
          <Caution key={doubt}>{doubtWords(doubt, series)}</Caution>
        ))}
        <FailureBox failure={failure} />
        {preview ? (
          <>
            <Choices preview={preview} options={options} change={setOptions} />
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

/** How the text begins under these choices; what was shown before stays until it is there. */
function usePreview(series: Series, { source, options: { path } }: Given, options: ReadingChoices) {
  const [shown, setShown] = useState<{ preview: ReadingPreview | null; failure: Failure | null }>({ preview: null, failure: null });
  const { quality } = series;
  useEffect(() => {
    const stop = new AbortController();
    const input = {
      source,
      options: { ...options, ...(path && { path }) },
      read: { decimal: quality.decimal, dateOrder: orderIn(quality) },
    };
    void compute.run("preview-reading", input, { signal: stop.signal, priority: "reading", unlisted: true }).then((outcome) => {
      if (stop.signal.aborted) return;
      setShown(({ preview }) => (outcome.ok ? { preview: outcome.value, failure: null } : { preview, failure: outcome.failure }));
    });
    return () => stop.abort();
  }, [source, path, options, quality]);
  return shown;
}

/** What is chosen for all rows. */
function Choices({ preview, options, change }: ChoiceProps) {
  const { columns, read, primary, dates } = preview;
  const put = (one: ReadingChoices) => change({ ...options, ...one });
  const ordered = dates === "dmy" || dates === "mdy";
  const events = columns.some(({ use }) => use === "split" || use === "dividend");
  const analyzed = read.find(({ place }) => place === primary)?.name ?? "";
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] items-start gap-2.5">
      {preview.typed ? (
        <OpenChoice
          label="Between cells"
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
      {events || options.adjust ? (
        <OpenChoice
          label="Adjust the prices"
          names={ADJUSTMENTS}
          value={options.adjust}
          found="No"
          onChange={(adjust) => put({ adjust })}
        />
      ) : null}
    </div>
  );
}
