export const damaged = "This result file is damaged and cannot be opened. Nothing was changed.";
export const dataDamaged = ({ name }: { name: string }) =>
  `The numbers of ${name} in this file are not those of its result: the file is damaged or was changed. Nothing was changed on this device.`;
export const foreign = "This file holds no result of Prospect that can be opened again. Nothing was changed.";
export const newer = "This file was made by a newer version of Prospect. Reload the app to update it, then try again.";
export const tooLarge = "The data of this result exceed 4 GB, the limit of one file.";
export const unreadable = "This file can no longer be read: it was moved, changed or removed. Nothing was changed.";
export const notRecorded = "This result is no longer in the list of runs: run it again, then save it.";
export const notRepeatable = ({ obstacle }: { obstacle: string }) => `This result cannot be computed again from a file. ${obstacle}.`;
export const changedSince = "Computed again, the result is not the one on the screen: nothing was saved. Run it again, then save it.";
export const keyForeign = "This file holds no signing key, or it is damaged. Nothing was changed.";
export const noCryptography = "Signing needs a secure page (https, or localhost) and a browser with cryptography.";
