import type { RegisterColumn } from '../../ingest/feed.ts';
import { columnOf } from '../../registers/columns/columns.ts';
import { readRightly } from '../../registers/wrong-encodings.ts';
import { withoutEntities } from '../../text/html-entities.ts';

/**
 * Reads cells of a column of text as they were before a program wrote them in a wrong encoding or for a page; null for other
 * columns. It caches its results, since most cells of a register repeat.
 */
export function cellRepair(column: RegisterColumn): ((cell: string) => string) | null {
  if (!columnOf(column.meaning).holdsText) return null;
  const seen = new Map<string, string>();
  return (cell) => {
    if (!/[&\x80-\xf4]/.test(cell)) return cell;
    let repaired = seen.get(cell);
    if (repaired === undefined) {
      const plain = withoutEntities(cell);
      seen.set(cell, (repaired = readRightly(plain) ?? plain));
    }
    return repaired;
  };
}
