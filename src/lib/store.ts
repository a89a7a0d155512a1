/** An observable value. */
export class Listened {
  private readonly listeners = new Set<() => void>();

  /** Calls `listener` after every change; returns what stops that. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  protected tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** A value that is replaced as a whole: the same object as long as nothing has changed. */
export class Store<Value> extends Listened {
  constructor(private value: Value) {
    super();
  }

  read = (): Value => this.value;

  set(value: Value): void {
    this.value = value;
    this.tell();
  }
}
