import type { ReactNode } from "react";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Panel } from "../../ui/panel.tsx";

const NOTES: readonly { title: string; text: ReactNode }[] = [
  {
    title: "Which hosts are contacted",
    text: (
      <>
        The page itself may contact only its own host. Each feed is read in a separate worker whose Content-Security-Policy lists only the
        hosts of your feeds. The service worker writes that policy whenever a worker starts, so a removed feed is excluded at once. A static
        host needs no configuration. Only in browsers without a service worker does the host's own policy apply; its connect-src must then
        list the feed's host.
      </>
    ),
  },
  {
    title: "When a host blocks cross-origin reads (CORS)",
    text: (
      <>
        A browser reads another site only if its response has the header Access-Control-Allow-Origin. Many do not. Either enter the URL of a
        proxy you run, which fetches the address and adds the header, or download the file and open or drop it here. Do not use third-party
        proxies: they can read and change the data.
      </>
    ),
  },
  {
    title: "Addresses with keys",
    text: (
      <>
        The query string of an address and the messages sent to a socket are stored separately on this device only, never in exports,
        backups, links or lists. Anything that looks like a key is discarded when the tab is closed, and an address with a user name and
        password is refused. After that, or after a restored backup, such a feed asks for its address again. If a host accepts a key in a
        message, enter it there rather than in the address.
      </>
    ),
  },
  {
    title: "Files of this device",
    text: (
      <>
        “Open a downloaded file” reads a file once. “Follow a local file” reads it again when it has changed, at the Refresh interval, in
        browsers with the File System Access API. The file handle stays on this device, never in backups or links. After a reload most
        browsers ask for permission again: press Refresh and allow it.
      </>
    ),
  },
  {
    title: "What is refused",
    text: (
      <>
        A market feed may be up to 64 MB, a news feed up to 8 MB. A request is dropped if the host sends nothing for 15 seconds, sends less
        than 512 bytes a second after the first ten seconds, or takes more than two minutes. Redirects are followed on the same host only.
        Web pages instead of data are refused, as are feeds that declare a document type; titles and texts are shown as plain text. Earlier
        data is kept when a refresh fails, and each failure doubles the wait for the next.
      </>
    ),
  },
  {
    title: "What happens to the data",
    text: (
      <>
        A market feed becomes a series under its name, available on every screen under “Use a loaded series”. Each refresh replaces the
        series; the previous version is kept under a dated name if a screen, run or portfolio still refers to it. Rows from a socket are
        appended, up to 50,000. News items are stored with their dates, up to 500 per feed.
      </>
    ),
  },
];

/** How feeds work, and troubleshooting. */
export function FeedNotes() {
  return (
    <Panel title="How feeds work">
      {NOTES.map(({ title, text }) => (
        <Disclosure key={title} title={title}>
          <p className="max-w-[76ch] text-muted">{text}</p>
        </Disclosure>
      ))}
    </Panel>
  );
}
