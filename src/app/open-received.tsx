import { useNavigate } from "@tanstack/react-router";
import { bytes, withoutTurns } from "../lib/format.ts";
import { offerFile } from "../state/offered-file";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { openGivenFile } from "./place-data-file";
import { forgetReceived } from "./received-file";

interface OpenReceivedProps {
  file: File;
}

/** Shows the name of a file shared by another app before it is read: any web page can send a file this way. */
export function OpenReceived({ file }: OpenReceivedProps) {
  const navigate = useNavigate();
  const answer = () => {
    offerFile(null);
    void forgetReceived();
    void navigate({ to: "/", replace: true });
  };
  const open = () => {
    answer();
    void openGivenFile(file);
  };
  return (
    <Dialog
      title="Open a shared file"
      answer
      onClose={answer}
      cancel
      actions={
        <Button kind="primary" onPress={open}>
          Open
        </Button>
      }
    >
      <p className="wrap-anywhere">
        “{withoutTurns(file.name)}”, {bytes(file.size)}, was shared with Prospect. It stays on this device. If you did not share it, cancel.
      </p>
    </Dialog>
  );
}
