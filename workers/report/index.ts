export { jobs } from "./jobs";
export { type ParquetColumn, ParquetColumns } from "./tables/parquet-columns";
