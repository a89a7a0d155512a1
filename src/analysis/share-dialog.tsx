import type { SharedScreen } from "../state/share-code";
import { shareFile } from "../state/share-file";
import { SaveDialog } from "./data/save-dialog.tsx";

interface ShareDialogProps {
  shared: SharedScreen;
  onClose: () => void;
}

/** Saves the settings of a screen to a file, optionally encrypted. */
export const ShareDialog = ({ shared, onClose }: ShareDialogProps) => (
  <SaveDialog title="Share as a file" write={async () => shareFile(shared)} onClose={onClose}>
    One file with the settings of this result, without data. Drop it on any page to open it, or use Open shared settings on the Runs screen.
  </SaveDialog>
);
