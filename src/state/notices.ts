import * as v from "valibot";
import type { Millis } from "../../workers/contract";
import { DeviceText } from "../lib/device-text.ts";
import { Listened } from "../lib/store";
import { type Source, sourceAtom } from "./source-atom";

const KEY = "prospect.notices";
const KEPT = 50;

const schema = v.object({
  id: v.string(),
  kind: v.picklist(["job", "failed-job", "alert"]),
  title: v.string(),
  detail: v.string(),
  at: v.pipe(v.number(), v.finite()),
  /** Where it leads; null = nowhere. */
  path: v.nullable(v.pipe(v.string(), v.startsWith("/"))),
  read: v.boolean(),
});

/** Something that happened while the user may have looked elsewhere. */
export type Notice = v.InferOutput<typeof schema>;

/** What the notification center lists, newest first; kept on the device, the same in every tab. */
export class Notices extends Listened implements Source<readonly Notice[]> {
  private readonly text: DeviceText;
  private list: readonly Notice[];

  /** @param device gives the storage; may throw where the browser refuses it */
  constructor(device: () => Storage) {
    super();
    this.text = new DeviceText(device, KEY);
    this.list = this.stored();
  }

  read = (): readonly Notice[] => this.list;

  /** @param notice what to list; `read: true` where the user has seen it happen */
  add(notice: Omit<Notice, "id" | "at" | "read"> & { read?: boolean }): Notice {
    const added: Notice = { read: false, ...notice, id: crypto.randomUUID(), at: Date.now() as Millis };
    // Another tab may have written since this one last heard.
    this.write([added, ...this.stored()].slice(0, KEPT));
    return added;
  }

  markRead(): void {
    if (this.list.some(({ read }) => !read)) this.write(this.list.map((notice) => ({ ...notice, read: true })));
  }

  clear(): void {
    this.write([]);
  }

  follow = (event: Pick<StorageEvent, "key">): void => {
    this.text.follow(event);
    if (event.key === null || event.key === KEY) this.show(this.stored());
  };

  private write(list: readonly Notice[]): void {
    this.text.keep(JSON.stringify(list));
    this.show(list);
  }

  private show(list: readonly Notice[]): void {
    this.list = list;
    this.tell();
  }

  private stored(): readonly Notice[] {
    try {
      const parsed: unknown = JSON.parse(this.text.text() ?? "[]");
      return (Array.isArray(parsed) ? parsed : []).filter((entry): entry is Notice => v.is(schema, entry));
    } catch {
      return [];
    }
  }
}

export const notices = new Notices(() => localStorage);
window.addEventListener("storage", notices.follow);

export const noticesAtom = sourceAtom(notices);
