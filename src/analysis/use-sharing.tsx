import { type ReactNode, Suspense, useState } from "react";
import type { Millis } from "../../workers/contract";
import { copyDataLink, copyShareLink } from "../state/share";
import type { SharedScreen } from "../state/share-code";
import { deferred } from "../ui/deferred.ts";
import type { MenuChoice } from "../ui/menu.tsx";

const ShareDialog = deferred(async () => (await import("./share-dialog.tsx")).ShareDialog);

const choicesMade = async () => (await import("./data/reading-choices")).keptChoices();

const NOTE = "settings only, no data";

export interface Sharing {
  /** What a menu offers of settings that can be shared. @param startedAt when the run began whose data a link may carry */
  choicesOf(share: () => SharedScreen, startedAt: Millis | undefined): MenuChoice[];
  /** The dialog that saves the file, while it is wanted; is beside the menu. */
  dialog: ReactNode;
}

/** The settings of a screen as a link or as a file. */
export function useSharing(): Sharing {
  const [shared, setShared] = useState<SharedScreen | null>(null);
  return {
    choicesOf: (share, startedAt) => [
      { id: "link", label: "Copy link to these settings", note: NOTE, onChoose: () => void copyShareLink(share()), divided: true },
      {
        id: "data-link",
        label: "Copy link with the data",
        note: "up to 2,000 rows, none of them sent to a server",
        onChoose: () => void (startedAt !== undefined && copyDataLink({ screen: share().screen, startedAt }, choicesMade())),
        disabled: startedAt === undefined,
      },
      { id: "share", label: "Share as a file", note: NOTE, onChoose: () => setShared(share()) },
    ],
    dialog: shared ? (
      <Suspense>
        <ShareDialog shared={shared} onClose={() => setShared(null)} />
      </Suspense>
    ) : null,
  };
}
