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
  /** Link target; null for none. */
  path: v.nullable(v.pipe(v.string(), v.startsWith("/"))),
  read: v.boolean(),
});

/** An event the user may have missed. */
export type Notice = v.InferOutput<typeof schema>;

/** The list of the notification center, newest first; stored on the device and synchronized between tabs. */
export class Notices extends Listened implements Source<readonly Notice[]> {
  private readonly text: DeviceText;
  private list: readonly Notice[];

  /** @param device returns the storage; may throw if the browser refuses */
  constructor(device: () => Storage) {
    super();
    this.text = new DeviceText(device, KEY);
    this.list = this.stored();
    this.text.subscribe(() => {
      this.list = this.stored();
      this.emit();
    });
  }

  read = (): readonly Notice[] => this.list;

  /** @param notice entry to add; `read: true` if the user has seen the event */
  add(notice: Omit<Notice, "id" | "at" | "read"> & { read?: boolean }): Notice {
    const added: Notice = { read: false, ...notice, id: crypto.randomUUID(), at: Date.now() as Millis };
    // Another tab may have written since the last event.
    this.write([added, ...this.stored()].slice(0, KEPT));
    return added;
  }

  markRead(): void {
    if (this.list.some(({ read }) => !read)) this.write(this.list.map((notice) => ({ ...notice, read: true })));
  }

  clear(): void {
    this.write([]);
  }

  private write(list: readonly Notice[]): void {
    this.text.keep(JSON.stringify(list));
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

export const noticesAtom = sourceAtom(notices);
