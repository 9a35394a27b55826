import { truncateSync } from 'node:fs';
import type { RootDatabase } from 'lmdb';
import { findingOfFile } from './file-length.ts';

/**
 * Extends the file of an environment up to its last page, if it ends before: LMDB does not write a free page at the end. So a
 * file that is short after a clean end was cut. Under the write lock, because another writer may extend the file meanwhile.
 */
export function reachLastPage(root: Pick<RootDatabase, 'transactionSync'>, file: string): void {
  if (findingOfFile(file)?.kind !== 'short') return;
  root.transactionSync(() => {
    const finding = findingOfFile(file);
    if (finding?.kind === 'short') truncateSync(file, finding.wantedBytes);
  });
}
