import { SaveDialog } from "../analysis/data/save-dialog.tsx";
import { plural } from "../lib/format.ts";
import type { StrategyContent } from "../state/strategy-body";
import { strategiesFile } from "./store";

interface SealDialogProps {
  list: readonly StrategyContent[];
  onClose: () => void;
}

/** Saves strategies to a file encrypted with a passphrase. */
export const SealDialog = ({ list, onClose }: SealDialogProps) => (
  <SaveDialog title="Export encrypted" encrypted write={() => strategiesFile(list)} onClose={onClose}>
    One file with{" "}
    {list.length === 1 ? <span className="wrap-anywhere">{list[0].name}</span> : plural(list.length, "strategy", "strategies")}, opened by
    Import JSON.
  </SaveDialog>
);
