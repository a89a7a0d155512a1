export { bytesOf, UnreadableFile } from "./bytes-of";
export { crc32 } from "./crc32";
export { DamagedArchive, RepeatedEntry, readDirectory, readEntry, type ZipEntry } from "./zip-reader";
export { ArchiveTooLarge, ZipWriter } from "./zip-writer";
