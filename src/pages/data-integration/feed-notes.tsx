import type { ReactNode } from "react";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Panel } from "../../ui/panel.tsx";

const NOTES: readonly { title: string; text: ReactNode }[] = [
  {
    title: "Which hosts are reached",
    text: (
      <>
        This page itself may talk to no host but its own. A feed is read by a thread of its own, whose Content-Security-Policy names the
        hosts of your feeds and nothing else: the service worker writes it each time a thread starts, so a feed you remove is out of it at
        once. Whoever hosts Prospect as plain files need do nothing. Only where a browser runs no service worker does the host's own policy
        decide; then its connect-src has to name the feed's host.
      </>
    ),
  },
  {
    title: "When a host does not let pages read it (CORS)",
    text: (
      <>
        A browser reads another site only if that site answers with the header Access-Control-Allow-Origin. Many do not. Two ways out: enter
        the URL of a proxy you run yourself, which fetches the address and adds the header; or download the file with the browser and open
        or drop it here. Use no proxy of strangers: it sees, and can change, all you read.
      </>
    ),
  },
  {
    title: "Addresses with keys",
    text: (
      <>
        What stands behind the “?” of an address, and what a socket is sent, is kept on this device only, apart from everything else: it is
        in no export, backup, link or list. What seems to hold a key is forgotten when the tab is closed, and an address with a name and a
        password is refused. After that, or after a restored backup, such a feed asks for its address again. A key that a host takes in a
        message belongs there and not in the address.
      </>
    ),
  },
  {
    title: "Files of this device",
    text: (
      <>
        “Open a downloaded file” reads a file once. “Follow a local file” reads it again whenever it has changed, as often as Refresh says,
        where the browser has File System Access. The way to the file stays on this device, in no backup or link. After a reload most
        browsers ask again: press Refresh and allow it.
      </>
    ),
  },
  {
    title: "What is refused",
    text: (
      <>
        A market feed may have 64 MB, a news feed 8 MB. A host that is silent for 15 seconds, sends less than 512 bytes a second after the
        first ten, or is not done after two minutes is left. Redirects are followed on the same host only. Web pages in place of data are
        named as such; feeds that define a document type are refused; titles and texts are shown as plain text. What a feed brought before
        stays when a reading fails, and each failure doubles the wait for the next.
      </>
    ),
  },
  {
    title: "What becomes of the rows",
    text: (
      <>
        A market feed is a series under its name, for every screen that takes one: “Use a loaded series”. Each reading replaces the series;
        the version before is kept under a dated name where a screen, a run or a portfolio still refers to it. A socket's rows are added to
        those that are there, up to 50,000. News are kept with their dates, up to 500 of a feed.
      </>
    ),
  },
];

/** How feeds are read, and what to do where that fails. */
export function FeedNotes() {
  return (
    <Panel title="How feeds are read">
      {NOTES.map(({ title, text }) => (
        <Disclosure key={title} title={title}>
          <p className="max-w-[76ch] text-muted">{text}</p>
        </Disclosure>
      ))}
    </Panel>
  );
}
