/** Long enough for the slowest browser to begin reading what it saves. */
const KEPT_FOR = 60_000;

/** Hands the user a file made on this page: a download, nothing is sent anywhere. */
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
