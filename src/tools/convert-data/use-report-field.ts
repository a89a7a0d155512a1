import { useMemo, useState } from "react";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStable } from "../../ui/use-latest.ts";
import { CONVERT_DEFAULTS, type ConvertInputs, convertInputsSchema, MAX_KEPT, sourceName, TEXT_NAME } from "./settings";

/** Source that replaces typed text: a file, or a paste too long for the box. */
export interface LoadedSource {
  name: string;
  source: Blob | string;
  /** Its first lines if pasted; empty for a file, which may not be text. */
  head: string;
}

type Content = Pick<ConvertInputs, "text" | "pasted" | "name"> & { file: LoadedSource | null };

const NOTHING: Content = { text: "", pasted: null, name: TEXT_NAME, file: null };
const HEAD = 2000;

const headOf = (text: string): string => text.slice(0, HEAD).split("\n", 20).join("\n");

/** The input to convert: typed text, a long paste or a file. Text and short pastes survive a reload. */
export function useReportField(onChange: () => void) {
  const { inputs, change } = useScreenInputs("convert-data", convertInputsSchema, CONVERT_DEFAULTS);
  const { text, pasted, name, startingBalance } = inputs;
  /** A file, or a paste that is too long to be stored. */
  const [file, setFile] = useState<LoadedSource | null>(null);
  /** Previous content, replaced by a file or a long paste. */
  const [replaced, setReplaced] = useState(NOTHING);
  // A text that was not typed, such as that of a reopened run, replaces the file.
  const loaded = useMemo(
    () => (pasted !== null ? { name, source: pasted, head: headOf(pasted) } : text === "" ? file : null),
    [pasted, name, text, file],
  );
  const now: Content = { text, pasted, name, file };

  const put = ({ file, ...kept }: Content) => {
    setFile(file);
    change(kept);
  };
  const load = (content: Partial<Content>) => {
    onChange();
    setReplaced(now);
    put({ ...NOTHING, ...content });
  };
  return {
    text,
    loaded,
    startingBalance,
    name: loaded?.name ?? TEXT_NAME,
    /** Null if there is nothing to convert. */
    source: loaded?.source ?? (text.trim() === "" ? null : text),
    setStartingBalance: useStable((startingBalance: number | null) => change({ startingBalance })),
    setText: useStable((text: string) => {
      onChange();
      put({ ...NOTHING, text });
    }),
    takeFile: useStable((file: File) => load({ file: { name: sourceName(file.name), source: file, head: "" } })),
    takeText: useStable(async (given: Blob | string) => {
      const short = typeof given === "string" || given.size <= MAX_KEPT;
      const content = short && typeof given !== "string" ? await given.text() : given;
      if (typeof content === "string" && content.length <= MAX_KEPT) return load({ pasted: content });
      const head = headOf(typeof content === "string" ? content : await content.slice(0, HEAD).text());
      load({ file: { name: TEXT_NAME, source: content, head } });
    }),
    /** Returns a function that restores the content. */
    empty: useStable(() => {
      put(NOTHING);
      return () => put(now);
    }),
    /** Restores what a file or a long paste has replaced, if anything. */
    giveBack: useStable(() => {
      setReplaced(NOTHING);
      if (replaced.file || replaced.pasted !== null || replaced.text.trim() !== "") put(replaced);
    }),
  };
}
