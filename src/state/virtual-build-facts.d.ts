declare module "virtual:build-facts" {
  /** Version of the app, from package.json. */
  export const appVersion: string;
  /** First 16 hex digits of the SHA-256 of all compiled kernels: equal digests compute equal bits. */
  export const kernelDigest: string;
}
