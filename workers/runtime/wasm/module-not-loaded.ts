/** A module's file cannot be fetched; the job layer turns it into the failure "not-loaded". */
export class ModuleNotLoaded extends Error {
  constructor(name: string, cause: unknown) {
    super(`the kernels "${name}" did not load`, { cause });
    this.name = "ModuleNotLoaded";
  }
}
