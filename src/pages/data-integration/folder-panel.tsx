import type { SeriesSource } from "../../analysis/data/use-series-source";
import { bytes, moment, plural } from "../../lib/format.ts";
import { canOpenFolders, type FolderListing } from "../../state/local-folder";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import { type FileState, useLocalFolder } from "./use-local-folder";

const STATES: Record<FileState, string> = { unread: "–", read: "as it was read", changed: "changed since it was read" };
const HEIGHT = 320;

/** A local folder: its data files, each of which can be read into the field. */
export function FolderPanel({ source }: { source: SeriesSource }) {
  const folder = useLocalFolder(source);
  const { look } = folder;
  if (!canOpenFolders())
    return (
      <Panel title="Local folder">
        <p className="text-muted text-small">
          This browser does not support folders (File System Access API): open the files one by one above, and again after each change.
        </p>
      </Panel>
    );
  return (
    <Panel title="Local folder" note={look && look.access !== "missing" ? look.name : undefined}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {look ? <Standing look={look} folder={folder} /> : null}
        <div className="flex flex-wrap gap-2">
          {look?.access === "asks" ? (
            <Button size="small" kind="primary" onPress={folder.lookAgain}>
              Allow reading {look.name}
            </Button>
          ) : null}
          <Button size="small" onPress={folder.choose}>
            {look && look.access !== "missing" ? "Choose another folder…" : "Choose a folder…"}
          </Button>
          {look?.access === "granted" ? (
            <Button size="small" onPress={folder.lookAgain}>
              Look again
            </Button>
          ) : null}
          {look && look.access !== "missing" ? (
            <Button size="small" onPress={folder.forget}>
              Remove the folder
            </Button>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}

interface StandingProps {
  look: FolderListing;
  folder: ReturnType<typeof useLocalFolder>;
}

/** The files of the folder, or why they cannot be listed. */
function Standing({ look, folder }: StandingProps) {
  if (look.access === "missing")
    return (
      <p className="text-muted text-small">
        Its data files are listed here and read when opened. Access to the folder stays on this device, never in backups or links.
      </p>
    );
  if (look.access === "asks") return <Caution>After a reload, the browser asks again before this page can read {look.name}.</Caution>;
  if (look.access !== "granted")
    return <Caution>{look.name} can no longer be read: it was moved, renamed or removed. Choose it again.</Caution>;
  const { files, more } = look;
  if (files.length === 0) return <p className="text-muted text-small">The folder contains no data files.</p>;
  return (
    <>
      <p className="text-muted text-small" role="status">
        {plural(files.length, "data file")}
        {more ? ", the first of more" : ""}
      </p>
      <ScrollArea label="Files of the folder" height={HEIGHT}>
        <table className="w-full border-collapse text-data" aria-label="Files of the folder">
          <thead>
            <tr className="text-left text-muted text-small">
              {["File", "Size", "Last changed", "Here"].map((name) => (
                <th key={name} scope="col" className="py-1 pr-3 font-normal">
                  {name}
                </th>
              ))}
              <th scope="col" className="py-1">
                <span className="sr-only">Read</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((one) => {
              const state = folder.stateOf(one);
              return (
                <tr key={one.path} className="border-line border-t">
                  <th scope="row" className="min-w-40 py-1 pr-3 text-left font-[550] [overflow-wrap:anywhere]">
                    {one.path}
                  </th>
                  <td className="num whitespace-nowrap py-1 pr-3">{bytes(one.file.size)}</td>
                  <td className="num whitespace-nowrap py-1 pr-3">{moment(one.file.lastModified)}</td>
                  <td className={`py-1 pr-3 text-small ${state === "changed" ? "text-warn" : "text-muted"}`}>{STATES[state]}</td>
                  <td className="py-1 text-right">
                    <Button
                      size="small"
                      onPress={() => folder.read(one)}
                      aria-label={`${state === "unread" ? "Read" : "Read again"}: ${one.path}`}
                    >
                      {state === "unread" ? "Read" : "Read again"}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}
