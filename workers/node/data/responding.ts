import { UnreadableFile } from "../../archive";

/** The response of an address; throws `UnreadableFile` with what it responded instead of a file. */
export const responding: typeof fetch = async (url, init) => {
  const response = await fetch(url, init).catch(() => null);
  // Some hosts do not say how large a file is, but send it.
  if (response?.ok || (response?.status === 403 && init?.method === "HEAD")) return response;
  throw new UnreadableFile(`The URL responded with ${response ? response.status : "nothing"}.`);
};
