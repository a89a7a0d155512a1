export const backupDamaged = "This backup is damaged and cannot be restored. Nothing was changed.";
export const backupForeign = "This zip file is not a backup of Prospect. Nothing was changed.";
export const backupNewer = "This backup was made by a newer version of Prospect. Reload the app to update it, then try again.";
export const backupNoArchive = "This file is not a backup of Prospect, or it is cut off. Nothing was changed.";
export const backupTooLarge =
  "The datasets are larger than 4 GB together, more than one backup can hold: remove some that can be loaded again.";
export const eraseFailed = "Not everything could be erased. Close the other tabs of Prospect and try again.";
export const hostInvalid = "Enter an address that begins with https:// (or http://localhost), without name, password or query";
export const refused = "This browser does not let Prospect keep data on this device. What you load stays until this tab is closed.";
export const full =
  "There is no room left on this device. What you loaded stays until this tab is closed: remove datasets you no longer need.";
export const datasetGone = "This dataset is no longer on this device.";
export const recordGone = "This entry is no longer on this device.";
export const runDataChanged = "The numbers this run used are no longer what they were";
export const runNoDigest = "Its result was not written down, so there is nothing to compare with";
export const datasetDamaged = ({ name }: { name: string }) => `The numbers of ${name} are damaged on this device. Load them again.`;
export const clientGone = "This client is no longer there: choose another one";
export const inputsInDatabase =
  "There is no room left in this browser's storage for inputs, or it refuses them. What you type is kept in its database instead.";
export const sealInsecure = "Encryption needs a secure page: https, or localhost.";
export const wrongPassphrase = "This passphrase does not open the file. Nothing was changed.";
