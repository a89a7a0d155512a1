// Re-exports the special functions and distributions for kernels that need several.
export * from "./distributions-skewed-t";
export * from "./distributions-t";
export * from "./special-error";
export * from "./special-gamma";
export * from "./special-incomplete";
