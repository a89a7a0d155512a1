import { useEffect } from "react";
import { takeDroppedFiles } from "../lib/dropped-file.ts";
import { whenOpenedWithFiles } from "../lib/opened-files.ts";
import { isOffered } from "../state/offered-file";
import { toast } from "../ui/toast-queue.ts";
import { placeDataFile } from "./place-data-file";

/** Accepts files dropped outside the fields that take them, and those opened with or shared to the installed app. */
export function useDroppedFiles(): void {
  useEffect(() => {
    const received = () => import("./received-file");
    whenOpenedWithFiles((files) => files.length > 0 && void received().then(({ openLaunched }) => openLaunched(files)));
    if (location.search === "?shared") void received().then(({ askAboutReceived }) => askAboutReceived());
    return takeDroppedFiles(async (file) => {
      if (!(await isOffered(file)) && !placeDataFile(file)) toast.info("Drop data files on a data field");
    });
  }, []);
}
