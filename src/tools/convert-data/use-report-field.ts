import { useState } from "react";
import { useScreenInputs } from "../../state/screen-inputs";
import { useStable } from "../../ui/use-latest.ts";
import { CONVERT_DEFAULTS, type ConvertInputs, convertInputsSchema, MAX_KEPT } from "./settings";

/** Source that replaces typed text: a file, or a paste too long for the box. */
export interface LoadedSource {
  name: string;
  source: Blob | string;
  /** Its first lines if pasted; empty for a file, which may not be text. */
  head: string;
}

type Content = Pick<ConvertInputs, "text" | "pasted"> & { loaded: LoadedSource | null };

const NOTHING: Content = { text: "", pasted: null, loaded: null };
const TEXT_NAME = "Pasted report";
const HEAD = 2000;

const headOf = (text: string): string => text.slice(0, HEAD).split("\n", 20).join("\n");
const pastedSource = (source: Blob | string, head: string): LoadedSource => ({ name: TEXT_NAME, source, head });

/** The input to convert: typed text, a long paste or a file. Text and short pastes survive a reload. */
export function useReportField(onChange: () => void) {
  const { inputs, change } = useScreenInputs("convert-data", convertInputsSchema, CONVERT_DEFAULTS);
  const { text, pasted, startingBalance } = inputs;
  const [loaded, setLoaded] = useState(() => (pasted === null ? null : pastedSource(pasted, headOf(pasted))));
  /** Previous content, replaced by a file or a long paste. */
  const [replaced, setReplaced] = useState(NOTHING);
  const now: Content = { text, pasted, loaded };

  const put = ({ loaded, text, pasted }: Content) => {
    setLoaded(loaded);
    change({ text, pasted });
  };
  const load = (loaded: LoadedSource, pasted: string | null) => {
    onChange();
    setReplaced(now);
    put({ text: "", pasted, loaded });
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
      put({ text, pasted: null, loaded: null });
    }),
    takeFile: useStable((file: File) => load({ name: file.name, source: file, head: "" }, null)),
    takeText: useStable(async (given: Blob | string) => {
      const short = typeof given === "string" || given.size <= MAX_KEPT;
      const content = short && typeof given !== "string" ? await given.text() : given;
      const head = headOf(typeof content === "string" ? content : await content.slice(0, HEAD).text());
      load(pastedSource(content, head), typeof content === "string" && content.length <= MAX_KEPT ? content : null);
    }),
    /** Returns a function that restores the content. */
    empty: useStable(() => {
      put(NOTHING);
      return () => put(now);
    }),
    /** Restores what a file or a long paste has replaced, if anything. */
    giveBack: useStable(() => {
      setReplaced(NOTHING);
      if (replaced.loaded || replaced.text.trim() !== "") put(replaced);
    }),
  };
}
