import type { Parsed, ParsedRow, SnapshotFile } from '../../../ingest/feed.ts';
import { readRegisterCsv } from '../read-csv.ts';
import { columns } from './manifest.ts';

const names = columns.map((column) => column.name);

/** Rows of ESMA's EMTWP.csv. */
export const parse = (files: readonly SnapshotFile[]): Parsed<ParsedRow> => readRegisterCsv(files, names);
