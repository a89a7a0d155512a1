import type { Series } from "../../../workers/contract";
import { inputStore } from "../../state/screen-inputs";
import { workspace } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";

/** Shown while a deleted dataset is in a field: runs on it could not be reopened. */
export function RemovedNotice({ series }: { series: Series }) {
  const keep = () => {
    void workspace.add(series);
    // If the browser has cleared everything, the field has also lost which dataset it holds.
    inputStore.storeAll();
  };
  return (
    <div role="status" className="mt-1 text-warn">
      Removed from the datasets on this device: available until this tab is closed; after that, runs on it cannot be opened.{" "}
      <Button size="small" onPress={keep}>
        Keep dataset
      </Button>
    </div>
  );
}
