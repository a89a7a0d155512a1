import { Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";

const DatasetDialog = deferred(async () => (await import("./dataset-dialog.tsx")).DatasetDialog);

export interface DatasetMenuProps {
  onChoose: (hash: string) => void;
  /** Hash of the series in the field. */
  current: string | null;
}

/** "Use a loaded series": opens the list of the workspace's datasets. */
export function DatasetMenu({ onChoose, current }: DatasetMenuProps) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <Button size="small" kind="quiet" onPress={show}>
        Use a loaded series
      </Button>
      {asked ? (
        <Suspense>
          <DatasetDialog open={open} onClose={() => setOpen(false)} onChoose={onChoose} current={current} />
        </Suspense>
      ) : null}
    </>
  );
}
