interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Hears of the files the system opens with the installed app, those of before included; of none where the engine does not hand them on. */
export const whenOpenedWithFiles = (hear: (files: readonly FileSystemFileHandle[]) => void): void =>
  (window as unknown as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => hear(files));
