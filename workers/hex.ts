const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes in hexadecimal. */
export const hexOf = (bytes: Uint8Array): string => bytes.reduce((text, byte) => text + HEX[byte], "");
