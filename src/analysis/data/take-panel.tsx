import { useState } from "react";
import { isReturn } from "../../../workers/analyzed-column";
import { DATA_ENDINGS, type Series } from "../../../workers/contract";
import type { PanelOptions } from "../../../workers/ingest";
import { count } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { OpenChoice } from "./open-choice.tsx";
import { COMPOUNDED } from "./reading-words.ts";
import type { SeriesSource } from "./use-series-source";

type Reread = NonNullable<SeriesSource["reread"]>;

/** Number of files in an archive that could be read as one symbol each; 0 if there is only one. */
function filesIn({ quality: { opened, symbols }, times }: Series): number {
  if (opened?.formats[0] !== "zip" || opened.formats.includes("xlsx") || symbols || !times) return 0;
  const [choice] = opened.choices;
  return choice.names.filter((name) => DATA_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`))).length;
}

/**
 * Number of symbols that could be read side by side: those in the rows, or the columns of a table that is not one instrument's bars; 0 for
 * none.
 */
function symbolsIn({ quality: { symbols, returns, adjusted }, columns, times }: Series): number {
  if (symbols) return symbols.count;
  const bars = columns.some(({ role }) => role === "open" || role === "high" || role === "low");
  const values = columns.filter(({ role }) => role !== "volume");
  // Compounded or adjusted prices are not a column of the text.
  const count = values.length - (returns?.compounded || adjusted ? 1 : 0);
  return times && !bars && count > 1 ? count : 0;
}

/** Whether the panel may contain returns: a column is marked as such, or the analyzed one has values of zero or less. */
const mayBeReturns = ({ columns, quality }: Series): boolean =>
  columns.some(({ role }) => isReturn(role)) || quality.zeroOrNegative.count > 0;

/** Offers to read all symbols of a file, one per column. */
export function TakePanel({ series, reread }: { series: Series; reread: Reread }) {
  const [open, setOpen] = useState(false);
  const files = filesIn(series);
  const symbols = files > 1 ? files : symbolsIn(series);
  if (symbols < 2) return null;
  return (
    <>
      <Button size="small" className="mt-1.5" onPress={() => setOpen(true)}>
        {files > 1 ? "Combine all files into a panel…" : "Use the whole panel…"}
      </Button>
      {open ? <PanelDialog series={series} symbols={symbols} files={files > 1} reread={reread} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const CALENDARS = [
  { value: "inner", label: "Common dates" },
  { value: "outer", label: "All dates" },
] as const;
const FILLS = [
  { value: "none", label: "Leave blank" },
  { value: "previous", label: "Previous value", note: "leading blanks and blanks in returns remain" },
  { value: "drop", label: "Drop the date" },
] as const;
const REPEATS = [
  { value: "refuse", label: "Refuse the file" },
  { value: "first", label: "Keep the first" },
  { value: "last", label: "Keep the last" },
  { value: "mean", label: "Use the mean" },
] as const;
const USUAL_LIMIT = 5;

interface PanelDialogProps {
  series: Series;
  symbols: number;
  /** Each file of an archive is one symbol. */
  files: boolean;
  reread: Reread;
  onClose: () => void;
}

function PanelDialog({ series, symbols, files, reread, onClose }: PanelDialogProps) {
  const { symbols: ofRows, returns, adjusted } = series.quality;
  const analyzed = series.columns[series.primary].name;
  // Compounded or adjusted prices are not a column of the text.
  const source = (returns?.compounded ? returns.column : adjusted?.column) ?? analyzed;
  const [column, setColumn] = useState(source);
  const [calendar, setCalendar] = useState<PanelOptions["calendar"]>("inner");
  const [fill, setFill] = useState<PanelOptions["fill"]>("none");
  const [limit, setLimit] = useState<number | null>(USUAL_LIMIT);
  const [compound, setCompound] = useState(series.quality.chosen?.options.compound);
  const [repeated, setRepeated] = useState<(typeof REPEATS)[number]["value"]>("refuse");
  const outer = calendar === "outer";
  const take = () => {
    onClose();
    const panel: PanelOptions = {
      calendar,
      fill: outer ? fill : "none",
      ...(outer && fill === "previous" && limit !== null && { limit }),
      ...(repeated !== "refuse" && { repeated }),
      ...(files && { files }),
    };
    reread({ panel, compound, ...((ofRows || files) && { column }) });
  };
  return (
    <Dialog
      title={files ? "All files as a panel" : `Whole panel: ${count(symbols)} symbols`}
      onClose={onClose}
      cancel
      actions={
        <Button kind="primary" onPress={take} isDisabled={outer && fill === "previous" && limit !== null && !(limit >= 1)}>
          Use the panel
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted text-small">
          One dataset with a column per symbol{files ? ", named after its file" : ""}; all share the dates of one calendar.
        </p>
        {(ofRows || files) && series.columns.length > 1 ? (
          <Select
            label="Value"
            value={column}
            options={series.columns.flatMap(({ name }) => (name === analyzed && source !== analyzed ? [] : [{ value: name, label: name }]))}
            onChange={setColumn}
          />
        ) : null}
        <Segmented label="Calendar" value={calendar} options={CALENDARS} onChange={setCalendar} />
        <p className="text-muted text-small">
          {outer ? "Dates on which any symbol has a value." : "Dates on which every symbol has a value: no gaps to fill."}
        </p>
        {outer ? (
          <div className="grid grid-cols-2 items-start gap-2.5">
            <Select label="Missing values" value={fill} options={FILLS} onChange={setFill} />
            {fill === "previous" ? (
              <NumberField label="Maximum in a row" value={limit} onChange={setLimit} minValue={1} unit="dates" hint="Empty: no limit" />
            ) : null}
          </div>
        ) : null}
        {mayBeReturns(series) || compound ? (
          <OpenChoice label="Returns" names={COMPOUNDED} value={compound} found="Not compounded" onChange={setCompound} />
        ) : null}
        <Select label="Dates repeated within a symbol" value={repeated} options={REPEATS} onChange={setRepeated} />
      </div>
    </Dialog>
  );
}
