/** Version of the app and digest of its kernels, for files that say what made them. */
export { appVersion, kernelDigest } from "virtual:build-facts";
