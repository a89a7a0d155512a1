import { useEffect } from "react";
import { takeDroppedFiles } from "../lib/dropped-file.ts";
import { whenOpenedWithFiles } from "../lib/opened-files.ts";
import { isOffered } from "../state/offered-file";
import { toast } from "../ui/toast-queue.ts";
import { openGivenFile, placeDataFile } from "./place-data-file";

/** Accepts files dropped outside the fields that take them, and those opened with or shared to the installed app. */
export function useDroppedFiles(): void {
  useEffect(() => {
    whenOpenedWithFiles(async ([opened]) => {
      const file = await opened?.getFile();
      if (file) await openGivenFile(file);
    });
    if (location.search === "?shared") void import("../state/received-file").then(({ askAboutReceived }) => askAboutReceived());
    return takeDroppedFiles(async (file) => {
      if (!(await isOffered(file)) && !placeDataFile(file)) toast.info("Drop data files on a data field");
    });
  }, []);
}
