import { Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";

const DatasetDialog = deferred(async () => (await import("./dataset-dialog.tsx")).DatasetDialog);

interface DatasetMenuProps {
  onChoose: (hash: string) => void;
  /** Hash of the series in the field. */
  current: string | null;
}

/** "Use a loaded series": opens the list of the workspace's datasets. */
export function DatasetMenu({ onChoose, current }: DatasetMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" kind="quiet" onPress={() => setOpen(true)}>
        Use a loaded series
      </Button>
      {open ? (
        <Suspense>
          <DatasetDialog onClose={() => setOpen(false)} onChoose={onChoose} current={current} />
        </Suspense>
      ) : null}
    </>
  );
}
