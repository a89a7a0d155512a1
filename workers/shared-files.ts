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

/** Letters of a name: no file system has longer ones, but a page can send them. */
const MAX_NAME = 255;

/** Whether a request brings what another app shares. Any page of the web can send one too, which is why the page asks before it reads it. */
export const isShared = ({ method, url }: Request, origin: string): boolean =>
  method === "POST" && new URL(url).origin === origin && new URL(url).pathname === SHARED_AT;

/** Keeps the first file, or else the text, that was shared. @returns the way to the page that asks about it; it finds nothing where the device has no room */
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
      await cache.put("/file", new Response(shared, { headers: { [NAME]: encodeURIComponent(name), [COUNT]: String(files.length) } }));
    }
  } catch (error) {
    console.warn(error);
  }
  return Response.redirect("/?shared", 303);
}
