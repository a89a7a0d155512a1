import { locks } from "../../workers/capabilities";
import { Listened } from "../lib/store";
import { compute, storage } from "./compute";

/** Held, shared, by every tab in which a job is running; a new version waits until nobody holds it. */
export const BUSY_LOCK = "prospect-busy";

export interface UpdateState {
  /** A new version is installed and waits for the user. */
  ready: boolean;
  /** A job is running in this tab, so the update has to wait. */
  busy: boolean;
}

interface UpdateParts {
  /** Whether jobs are running, with change events. */
  busy: () => boolean;
  subscribe: (listener: () => void) => () => void;
  reload: () => void;
}

/** When a new version of the app takes over: on the user's request, and never while a job is running in any tab. */
export class Updates extends Listened {
  private state: UpdateState = { ready: false, busy: false };
  private activate: () => void = () => undefined;
  private release: (() => void) | null = null;

  constructor(private readonly parts: UpdateParts) {
    super();
    parts.subscribe(() => this.follow());
  }

  read = (): UpdateState => this.state;

  /** A new version is installed and waiting; `activate` lets it take over, upon which `taken` is called in every tab. */
  offer(activate: () => void): void {
    this.activate = activate;
    this.change({ ready: true });
  }

  /** The new version has taken over, activated by this or another tab: this tab must load its files. */
  taken(): void {
    if (!this.parts.busy()) this.parts.reload();
    else this.offer(this.parts.reload);
  }

  /** The user wants the new version now. @returns false while a job is running in this or another tab */
  async apply(): Promise<boolean> {
    if (!this.state.ready || this.parts.busy()) return false;
    const shared = locks();
    if (!shared) {
      this.activate();
      return true;
    }
    return shared.request(BUSY_LOCK, { ifAvailable: true }, (free) => {
      if (free) this.activate();
      return free !== null;
    });
  }

  private follow(): void {
    const busy = this.parts.busy();
    if (busy === this.state.busy) return;
    if (busy) this.holdLock();
    else this.release?.();
    this.change({ busy });
  }

  private holdLock(): void {
    const idle = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    locks()
      ?.request(BUSY_LOCK, { mode: "shared" }, () => idle)
      .catch(() => undefined);
  }

  private change(changes: Partial<UpdateState>): void {
    this.state = { ...this.state, ...changes };
    this.emit();
  }
}

/** Updates of the app. */
export const updates = new Updates({
  busy: () => compute.jobs().length + storage.jobs().length > 0,
  subscribe: (listener) => {
    const stops = [compute.subscribe(listener), storage.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
  reload: () => location.reload(),
});
