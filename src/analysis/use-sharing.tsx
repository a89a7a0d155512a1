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
  /** Menu entries for sharing settings. @param start returns the start time of the run whose data a link may include */
  choicesOf(share: () => SharedScreen, start: (() => Millis) | undefined): MenuChoice[];
  /** The save dialog while open; to be rendered beside the menu. */
  dialog: ReactNode;
}

/** Shares the settings of a screen as a link or a file. */
export function useSharing(): Sharing {
  const [shared, setShared] = useState<SharedScreen | null>(null);
  return {
    choicesOf: (share, start) => [
      { id: "link", label: "Copy link to these settings", note: NOTE, onChoose: () => void copyShareLink(share()), divided: true },
      {
        id: "data-link",
        label: "Copy link with the data",
        note: "up to 2,000 rows, none of them sent to a server",
        onChoose: () => void (start && copyDataLink({ screen: share().screen, startedAt: start() }, choicesMade())),
        disabled: !start,
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
