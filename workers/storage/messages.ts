export const backupDamaged = "This backup is damaged and cannot be restored. Nothing was changed.";
export const backupForeign = "This ZIP file is not a Prospect backup. Nothing was changed.";
export const backupNewer = "This backup was made by a newer version of Prospect. Reload the app to update it, then try again.";
export const backupNoArchive = "This file is not a Prospect backup, or it is truncated. Nothing was changed.";
export const backupUnreadable = "This file can no longer be read: it was moved, changed or removed. Nothing was changed.";
export const backupTooLarge = "The datasets exceed 4 GB in total, the limit of one backup: remove some that can be loaded again.";
export const eraseFailed = "Not everything could be erased. Close the other tabs of Prospect and try again.";
export const hostInvalid = "Enter an address that begins with https:// (or http://localhost), without a user name, password or query";
export const refused = "This browser does not let Prospect store data on this device. Loaded data is lost when this tab is closed.";
export const full =
  "Storage on this device is full. Unsaved data is lost when this tab is closed: remove datasets that are no longer needed.";
export const otherVersion =
  "Another version of Prospect blocks storage on this device. Unsaved data is lost when this tab is closed: close other tabs or reload.";
export const noAnswer =
  "Storage on this device does not respond. Unsaved data is lost when this tab is closed: close other tabs or reload.";
export const cleared =
  'The browser has cleared Prospect\'s data on this device. Open data is kept only until this tab is closed; press "Keep dataset" to store it again.';
export const datasetGone = "This dataset is no longer on this device.";
export const recordGone = "This entry is no longer on this device.";
export const runDataChanged = "The data of this run has changed";
export const runNoDigest = "Its result was not recorded, so there is nothing to compare with";
export const runForeign = "No tool produces such a run, so it cannot be repeated";
export const datasetDamaged = ({ name }: { name: string }) => `The numbers of ${name} are corrupted on this device. Load the data again.`;
export const clientGone = "This client no longer exists: choose another one";
export const inputsInDatabase = "The browser's local storage is full or blocked. Inputs are saved in its database instead.";
export const chartChoices =
  "The browser's local storage is full or blocked. Chart settings, indicators and compared series are kept only until this tab is closed.";
export const readingChoices =
  "The browser's local storage is full or blocked. How this file is read is not remembered for the next one of its format.";
export const sealedDamaged = "This encrypted file is damaged and cannot be opened. Nothing was changed.";
export const sealInsecure = "Encryption needs a secure page: https, or localhost.";
export const shareFile = "This file contains no shared settings, or it is damaged. Nothing was changed.";
export const wrongPassphrase = "This passphrase does not open the file. Nothing was changed.";
