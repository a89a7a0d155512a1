/** Where the system sends what other apps share with the installed app (`share_target` of the manifest). */
const SHARED_AT = "/share-target";
/** Where the worker leaves it for the page, until the user has answered. */
const CACHE = "prospect-shared";
export type SharedCache = typeof CACHE;
/** The header with its name, encoded as in an address: headers hold no other letters. A text has none. */
const NAME = "x-name";
export type SharedName = typeof NAME;
/** The header with how many files were shared. */
const COUNT = "x-files";
export type SharedCount = typeof COUNT;
/** The headers with the size of a file that is larger than what is kept, and with the most that is. */
const SIZE = "x-size";
export type SharedSize = typeof SIZE;
const LIMIT = "x-limit";
export type SharedLimit = typeof LIMIT;

/** Bytes that are kept: they lie on the device a second time until the user has answered, and any page can send some. */
const MAX_BYTES = 200_000_000;

/** Letters of a name: no file system has longer ones, but a page can send them. */
const MAX_NAME = 255;

/** Whether a request brings what another app shares. Any page of the web can send one too, which is why the page asks before it reads it. */
export const isShared = ({ method, url }: Request, origin: string): boolean =>
  method === "POST" && new URL(url).origin === origin && new URL(url).pathname === SHARED_AT;

/** Keeps the first file, or else the text, that was shared; of one that is too large its name alone. @returns the way to the page that asks about it; it finds nothing where the device has no room */
export async function keepShared(request: Request): Promise<Response> {
  try {
    await caches.delete(CACHE);
    const form = await request.formData();
    const files = form.getAll("files").filter((entry): entry is File => entry instanceof File && entry.name !== "");
    const text = form.get("text");
    const shared = files[0] ?? (typeof text === "string" && text !== "" ? new Blob([text]) : null);
    if (shared) {
      const cache = await caches.open(CACHE);
      const name = Array.from(files[0]?.name ?? "")
        .slice(0, MAX_NAME)
        .join("");
      const headers = { [NAME]: encodeURIComponent(name), [COUNT]: String(files.length) };
      const isLarge = shared.size > MAX_BYTES;
      const answer = isLarge
        ? new Response(null, { headers: { ...headers, [SIZE]: String(shared.size), [LIMIT]: String(MAX_BYTES) } })
        : new Response(shared, { headers });
      await cache.put("/file", answer);
    }
  } catch (error) {
    console.warn(error);
    // What was written before the device refused would lie there until the next file.
    await caches.delete(CACHE).catch(() => false);
  }
  return Response.redirect("/?shared", 303);
}
