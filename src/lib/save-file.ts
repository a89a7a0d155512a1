/** Milliseconds until the object URL is revoked: long enough for the slowest browser to begin saving. */
const KEPT_FOR = 60_000;

/** Downloads a file created on this page; nothing is sent anywhere. */
export function saveFile(content: Blob | string, name: string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
