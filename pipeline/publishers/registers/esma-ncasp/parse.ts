import type { Parsed, ParsedRow, SnapshotFile } from '../../../ingest/feed.ts';
import { readRegisterCsv } from '../read-csv.ts';
import { columns } from './manifest.ts';

/** Rows of ESMA's NCASP.csv. */
export const parse = (files: readonly SnapshotFile[]): Parsed<ParsedRow> => readRegisterCsv(files, columns);
