import type { Page } from "playwright";

/** Does what the screen's button does: creates an access token whose hash is in the vault. */
export const issueToken = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const secret = `token_${crypto.randomUUID()}`;
        void crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)).then((hash) => {
          const id = `token:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
          const opening = indexedDB.open("prospect");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const change = opening.result.transaction("api", "readwrite");
            change.objectStore("api").put({ id, createdAt: 0 });
            change.oncomplete = () => {
              opening.result.close();
              resolve(secret);
            };
          };
        });
      }),
  );

/** A key with every scope. */
export async function generateKey(page: Page): Promise<string> {
  const token = await issueToken(page);
  return page.evaluate(async (bearer) => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` };
    const body = JSON.stringify({ scope: ["trading", "data", "backtest"], description: "" });
    const response = await fetch("/v1/auth/generate-key", { method: "POST", headers, body });
    return (await response.json()).api_key as string;
  }, token);
}
