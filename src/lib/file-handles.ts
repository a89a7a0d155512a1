type Picker = (options: {
  multiple?: boolean;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle[]>;

/** Lets the user choose a file that the page may read again; null where files are read once, when they are given. */
export const filePicker = (): Picker | null =>
  (window as unknown as { showOpenFilePicker?: Picker }).showOpenFilePicker?.bind(window) ?? null;

/** Lets the user choose a folder that the page may read again; null where there is no such picker. */
export const folderPicker = (): (() => Promise<FileSystemDirectoryHandle>) | null =>
  (window as unknown as { showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle> }).showDirectoryPicker?.bind(window) ?? null;

/** What the File System Access API adds to a handle; browsers without it lack these. */
interface Asking {
  queryPermission?(wanted: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(wanted: { mode: "read" }): Promise<PermissionState>;
}

/**
 * Whether the page may read what a handle stands for.
 * @param ask whether the browser may ask the user, which it does only after a press of theirs
 */
export async function mayRead(handle: FileSystemHandle, ask: boolean): Promise<boolean> {
  const asking: FileSystemHandle & Asking = handle;
  const permission = (await asking.queryPermission?.({ mode: "read" })) ?? "granted";
  return permission === "granted" || (ask && (await asking.requestPermission?.({ mode: "read" })) === "granted");
}

/** What the user picks; null where they pick nothing, or what the browser keeps pages away from. */
async function picked<Picked>(picking: Promise<Picked> | undefined): Promise<Picked | null> {
  try {
    return (await picking) ?? null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Lets the user choose files, one by default. */
export const chooseFiles = (endings: readonly string[], multiple = false): Promise<FileSystemFileHandle[] | null> =>
  picked(filePicker()?.({ multiple, types: [{ description: "Data", accept: { "text/plain": [...endings] } }] }));

/** Lets the user choose a folder. */
export const chooseFolder = (): Promise<FileSystemDirectoryHandle | null> => picked(folderPicker()?.());

/** All files a handle leads to, by their paths. @throws DOMException where it leads nowhere any more */
export async function* filesAt(way: FileSystemFileHandle | FileSystemDirectoryHandle, path: string): AsyncGenerator<[string, File]> {
  if (way.kind === "file") yield [path, await (way as FileSystemFileHandle).getFile()];
  else
    for await (const [name, inner] of (way as FileSystemDirectoryHandle).entries())
      yield* filesAt(inner as FileSystemFileHandle | FileSystemDirectoryHandle, `${path}/${name}`);
}
