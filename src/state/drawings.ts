import { WORKSPACE } from "../../workers/contract";
import type { Drawing } from "../../workers/indicators/schema";
import { storage } from "../client/compute";
import { Listened } from "../lib/store";
import { type DrawingsBody, drawingsSchema } from "./drawing-body";
import { Records } from "./records";

const records = new Records<DrawingsBody>({ pool: storage, workspace: WORKSPACE, kind: "drawing", schema: drawingsSchema });
const NONE: readonly Drawing[] = [];

const recordOf = (dataset: string) => records.read().records.find(({ body }) => body.dataset === dataset);

async function save(dataset: string, list: readonly Drawing[]): Promise<void> {
  await records.open();
  const body = { dataset, drawings: [...list] };
  const known = recordOf(dataset);
  if (!known) {
    if (list.length > 0) await records.add(body);
    return;
  }
  // A removal that is refused would leave the drawings on the device, unsaid: an empty list is held and said like any other.
  if (list.length > 0 || !(await records.remove(known.id)).ok) await records.change(known.id, body);
}

/** Drawings on series, stored on this device by hash, synchronized between tabs and included in backups. */
class Drawings extends Listened {
  /** Changes not written yet, by series. */
  private readonly newest = new Map<string, readonly Drawing[]>();
  private writing: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    records.subscribe(() => this.emit());
  }

  of = (dataset: string): readonly Drawing[] => this.newest.get(dataset) ?? recordOf(dataset)?.body.drawings ?? NONE;

  /** Loads the drawings for the first time. */
  open = (): void => void records.open();

  /** Replaces the drawings on a series. */
  keep = (dataset: string, list: readonly Drawing[]): void => {
    this.newest.set(dataset, list);
    this.writing = this.writing
      .then(() => save(dataset, list))
      .then(() => {
        if (this.newest.get(dataset) === list) this.newest.delete(dataset);
        this.emit();
      });
    this.emit();
  };

  /** Why they could not be saved on the device; null if they were. */
  warning = (): string | null => records.read().warning;
}

export const drawings = new Drawings();
