/** Base class of observables: listeners and their notification. */
export class Listened {
  private readonly listeners = new Set<() => void>();

  /** Calls `listener` after every change; returns a function that stops it. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  protected emit(): void {
    for (const listener of this.listeners) listener();
  }
}

/** An observable value, replaced as a whole: the same object until something changes. */
export class Store<Value> extends Listened {
  constructor(private value: Value) {
    super();
  }

  read = (): Value => this.value;

  set(value: Value): void {
    this.value = value;
    this.emit();
  }
}
