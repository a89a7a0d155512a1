/** Where the system posts what other apps share with the installed app (`share_target` in the manifest). */
const SHARED_AT = "/share-target";
/** Cache in which the service worker leaves it for the page until the user has answered. */
const CACHE = "prospect-shared";
export type SharedCache = typeof CACHE;
/** Header with the file name, URL-encoded since headers are limited to Latin-1; empty for a text. */
const NAME = "x-name";
export type SharedName = typeof NAME;
/** Header with the number of shared files. */
const COUNT = "x-files";
export type SharedCount = typeof COUNT;
/** Headers with the size of a file that is too large to be kept, and with the limit. */
const SIZE = "x-size";
export type SharedSize = typeof SIZE;
const LIMIT = "x-limit";
export type SharedLimit = typeof LIMIT;

/** Maximum bytes kept: a second copy on the device until the user has answered, and any website can send one. */
const MAX_BYTES = 200_000_000;

/** Maximum length of a name: file systems allow no longer ones, but a website can send them. */
const MAX_NAME = 255;

/** Whether a request contains what another app shares. Any website can send one too, so the page asks before it reads the content. */
export const isShared = ({ method, url }: Request, origin: string): boolean =>
  method === "POST" && new URL(url).origin === origin && new URL(url).pathname === SHARED_AT;

/** Caches the first shared file, or else the text; only its name if it is too large. @returns a redirect to the page, which finds nothing if that failed */
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
    // Whatever was written before the failure would remain until the next file.
    await caches.delete(CACHE).catch(() => false);
  }
  return Response.redirect("/?shared", 303);
}
