import type { ReadingChoices } from "../../../workers/contract";
import type { ReadingPreview } from "../../../workers/ingest";
import { MAX_SKIPPED } from "../../../workers/series/choices-schema";
import { NumberField } from "../../ui/number-field.tsx";
import { OpenChoice } from "./open-choice.tsx";
import { ENCODINGS } from "./reading-words.ts";

const HEADED = { yes: "Yes", no: "No" } as const;

interface LineChoicesProps {
  /** Detected options; unknown for a text that could not be read, undefined for columns without lines. */
  text: Partial<NonNullable<ReadingPreview["text"]>> | undefined;
  options: ReadingChoices;
  put: (one: ReadingChoices) => void;
}

/** Which lines of a text form the table, and the encoding. */
export function LineChoices({ text, options, put }: LineChoicesProps) {
  if (!text) return null;
  const { header, encoding } = text;
  const skipped = (label: string, key: "skip" | "footer") => (
    <NumberField
      label={label}
      unit="lines"
      value={options[key] ?? 0}
      minValue={0}
      maxValue={MAX_SKIPPED}
      refusing
      onChange={(lines) => put({ [key]: lines || undefined })}
    />
  );
  return (
    <>
      {skipped("Skip at the beginning", "skip")}
      {skipped("Skip at the end", "footer")}
      {header === null ? null : (
        <OpenChoice
          label="First row is a header"
          names={HEADED}
          value={options.header === undefined ? undefined : options.header ? "yes" : "no"}
          found={header === undefined ? undefined : header ? HEADED.yes : HEADED.no}
          onChange={(chosen) => put({ header: chosen && chosen === "yes" })}
        />
      )}
      {encoding === null ? null : (
        <OpenChoice
          label="Encoding"
          names={ENCODINGS}
          value={options.encoding}
          found={encoding && ENCODINGS[encoding]}
          onChange={(chosen) => put({ encoding: chosen })}
        />
      )}
    </>
  );
}
