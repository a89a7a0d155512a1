import { useEffect } from "react";
import { takeDroppedFiles } from "../lib/dropped-file.ts";
import { isOffered } from "../state/offered-file";
import { toast } from "../ui/toast-queue.ts";

/** Takes files dropped beside the fields that take them. */
export function useDroppedFiles(): void {
  useEffect(
    () =>
      takeDroppedFiles(async (file) => {
        if (!(await isOffered(file))) toast.info("Drop data files on a data field");
      }),
    [],
  );
}
