import { type Atom, atom } from "jotai";

/** A value that changes outside React and notifies listeners. `read` returns the same object until something changes. */
export interface Source<Value> {
  read(): Value;
  subscribe(listener: () => void): () => void;
}

/** A read-only atom that follows a source while a component uses it. */
export function sourceAtom<Value>(source: Source<Value>): Atom<Value> {
  const latest = atom({ value: source.read() });
  latest.onMount = (set) => {
    const update = () => set({ value: source.read() });
    update();
    return source.subscribe(update);
  };
  return atom((get) => get(latest).value);
}
