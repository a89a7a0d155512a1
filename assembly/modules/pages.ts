// One line per export: what JavaScript may call for the pages of Parquet and Arrow files.
export { lookUp, unpackRuns } from "../kernels/ingest/unpack-runs";
export { unpackSnappy } from "../kernels/ingest/unpack-snappy";
export { unpackZstd } from "../kernels/ingest/zstd/unpack-zstd";
export { staticEnd } from "../lib/static-end";
