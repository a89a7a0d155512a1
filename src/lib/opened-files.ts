interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Calls `hear` with files the system opens with the installed app, including earlier ones; never where the engine does not support it. */
export const whenOpenedWithFiles = (hear: (files: readonly FileSystemFileHandle[]) => void): void =>
  (window as unknown as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => hear(files));
