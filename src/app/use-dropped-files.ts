import { useEffect } from "react";
import { isOffered } from "../state/offered-file";
import { toast } from "../ui/toast-queue.ts";

/** Takes files dropped beside the fields that take them: the browser would leave the page and open them. */
export function useDroppedFiles(): void {
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = async (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      if (!(await isOffered(file))) toast.info("Drop data files on a data field");
    };
    window.addEventListener("dragover", hover);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", hover);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
