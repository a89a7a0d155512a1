import type { Series } from "../../../workers/contract";
import { workspace } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";

/** Shown while a deleted dataset is in a field: runs on it could not be reopened. */
export function RemovedNotice({ series }: { series: Series }) {
  return (
    <div role="status" className="mt-1 text-warn">
      Removed from the datasets of this device: it is available until this tab is closed, and runs on it cannot be opened afterwards.{" "}
      <Button size="small" onPress={() => void workspace.add(series)}>
        Keep dataset
      </Button>
    </div>
  );
}
