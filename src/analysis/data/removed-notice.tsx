import type { Series } from "../../../workers/contract";
import { workspace } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";

/** Shown while a deleted dataset is in a field: runs on it could not be reopened. */
export function RemovedNotice({ series }: { series: Series }) {
  return (
    <div role="status" className="mt-1 text-warn">
      Removed from the datasets on this device: available until this tab is closed; after that, runs on it cannot be opened.{" "}
      <Button size="small" onPress={() => void workspace.add(series)}>
        Keep dataset
      </Button>
    </div>
  );
}
