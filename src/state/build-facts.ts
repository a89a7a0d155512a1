/** Version of the app and digest of its kernels, recorded in files. */
export { appVersion, kernelDigest } from "virtual:build-facts";
