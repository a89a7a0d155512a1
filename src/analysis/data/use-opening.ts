import { type Outcome, succeed } from "../../../workers/contract";
import { openFile } from "../../state/sealed-file";
import { type Analysis, type Turn, useAnalysis } from "../use-analysis";

/** A file, decrypted if necessary, and its content; null while it needs its passphrase. */
export interface Opened<Content> {
  file: File;
  content: Content | null;
}

type Opening<Content> = Analysis<Opened<Content>, [file: File, passphrase: string | null]>;

/** Opens files that may be encrypted, one at a time, without applying anything of them. */
export const useOpening = <Content>(label: string, read: (file: File, turn: Turn<never>) => Promise<Outcome<Content>>): Opening<Content> =>
  useAnalysis({
    work: async (turn, chosen, passphrase) => {
      turn.onProgress({ fraction: 0, label });
      const file = await openFile(chosen, passphrase, turn);
      if (!file.ok) return file;
      if (file.value === null) return succeed({ file: chosen, content: null });
      const content = await read(file.value, turn);
      return content.ok ? succeed({ file: file.value, content: content.value }) : content;
    },
  });
