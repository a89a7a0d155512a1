// Access to f64 values of a memory block by index.

@inline
export function get(state: usize, slot: usize): f64 {
  return load<f64>(state + (slot << 3));
}

@inline
export function set(state: usize, slot: usize, value: f64): void {
  store<f64>(state + (slot << 3), value);
}
