type Picker = (options: {
  multiple?: boolean;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle[]>;

/** File picker whose files can be read again later; null if unsupported: files are then read once, when chosen. */
export const filePicker = (): Picker | null =>
  (window as unknown as { showOpenFilePicker?: Picker }).showOpenFilePicker?.bind(window) ?? null;

/** Folder picker whose folder can be read again later; null if unsupported. */
export const folderPicker = (): (() => Promise<FileSystemDirectoryHandle>) | null =>
  (window as unknown as { showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle> }).showDirectoryPicker?.bind(window) ?? null;

/** Methods the File System Access API adds to a handle; missing in browsers without it. */
interface Asking {
  queryPermission?(wanted: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(wanted: { mode: "read" }): Promise<PermissionState>;
}

/**
 * Whether the page may read the file or folder of a handle.
 * @param ask whether the browser may prompt the user, which it does only after a user gesture
 */
export async function mayRead(handle: FileSystemHandle, ask: boolean): Promise<boolean> {
  const asking: FileSystemHandle & Asking = handle;
  const permission = (await asking.queryPermission?.({ mode: "read" })) ?? "granted";
  return permission === "granted" || (ask && (await asking.requestPermission?.({ mode: "read" })) === "granted");
}

/** The user's selection; null if they cancel, or choose something the browser blocks. */
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

/** All files of a handle, with their paths. @throws DOMException if the file or folder no longer exists */
export async function* filesAt(way: FileSystemFileHandle | FileSystemDirectoryHandle, path: string): AsyncGenerator<[string, File]> {
  if (way.kind === "file") yield [path, await (way as FileSystemFileHandle).getFile()];
  else
    for await (const [name, inner] of (way as FileSystemDirectoryHandle).entries())
      yield* filesAt(inner as FileSystemFileHandle | FileSystemDirectoryHandle, `${path}/${name}`);
}
