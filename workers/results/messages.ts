export const damaged = "This result file is damaged and cannot be opened. Nothing was changed.";
export const dataDamaged = ({ name }: { name: string }) =>
  `The numbers of ${name} in this file do not match its result: the file is damaged or was changed. Nothing was changed on this device.`;
export const foreign = "This file contains no Prospect result that can be opened. Nothing was changed.";
export const newer = "This file was made by a newer version of Prospect. Reload the app to update it, then try again.";
export const tooLarge = "The data of this result exceeds 4 GB, the limit of one file.";
export const unreadable = "This file can no longer be read: it was moved, changed or removed. Nothing was changed.";
export const notRecorded = "This result is no longer in the list of runs: run it again, then save it.";
export const notRepeatable = ({ obstacle }: { obstacle: string }) => `This result cannot be recomputed from a file. ${obstacle}.`;
export const readByChoice = "This data was read with choices that a link cannot carry: save the result with its data as a file instead.";
export const changedSince = "Recomputed, the result differs from the one on screen: nothing was saved. Run it again, then save it.";
export const keyForeign = "This file contains no signing key, or it is damaged. Nothing was changed.";
export const noCryptography = "Signing needs a secure page (https, or localhost) and a browser that supports Web Crypto.";
export const otherScreen = ({ named, question, screens }: { named: string; question: string; screens: string }) =>
  `The file names ${named} as its screen, but its question (${question}) belongs to ${screens}: the file was changed. Nothing was changed on this device.`;
export const questionDamaged = "The question in this file cannot be computed: part of it is missing or was changed.";
