import { type ReactNode, Suspense, useState } from "react";
import { copyShareLink } from "../state/share";
import type { SharedScreen } from "../state/share-code";
import { deferred } from "../ui/deferred.ts";
import type { MenuChoice } from "../ui/menu.tsx";

const ShareDialog = deferred(async () => (await import("./share-dialog.tsx")).ShareDialog);

const NOTE = "settings only, no data";

export interface Sharing {
  /** What a menu offers of settings that can be shared. */
  choicesOf(share: () => SharedScreen): MenuChoice[];
  /** The dialog that saves the file, while it is wanted; is beside the menu. */
  dialog: ReactNode;
}

/** The settings of a screen as a link or as a file. */
export function useSharing(): Sharing {
  const [shared, setShared] = useState<SharedScreen | null>(null);
  return {
    choicesOf: (share) => [
      { id: "link", label: "Copy link to these settings", note: NOTE, onChoose: () => void copyShareLink(share()), divided: true },
      { id: "share", label: "Share as a file", note: NOTE, onChoose: () => setShared(share()) },
    ],
    dialog: shared ? (
      <Suspense>
        <ShareDialog shared={shared} onClose={() => setShared(null)} />
      </Suspense>
    ) : null,
  };
}
