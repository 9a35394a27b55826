import { ownJson } from '../../../schemas/stored-value.ts';
import type { ParseResult, ParsedRow, SnapshotFile } from '../../ingest/feed.ts';
import type { Reduction } from '../large-files/reduce-file.ts';

/** Rows of a reduced file. */
export function parseReduction(files: readonly SnapshotFile[]): ParseResult<ParsedRow> {
  const [file, ...more] = files;
  if (file === undefined) return { ok: false, reason: 'The snapshot holds no file.' };
  if (more.length > 0) return { ok: false, reason: `GLEIF publishes one file; ${files.length} were given.` };
  const reduction = ownJson<Reduction>(file.bytes);
  if (!reduction.ok) return { ok: false, reason: `${file.name} ${reduction.reason}` };
  const { extent, published, rows, alarms } = reduction;
  return {
    ok: true,
    extent,
    published,
    alarms,
    rows: rows.map(({ columns, isDeleted }) => ({ columns, file: file.name, ...(isDeleted ? { isDeleted } : {}) })),
  };
}
