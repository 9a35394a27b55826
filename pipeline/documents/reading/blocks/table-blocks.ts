/** Blocks of a page by the tables that they are in. */
import type { ReadingBlock } from '../../../../schemas/values/reading.ts';
import type { Steps } from './steps.ts';

/** The first block inside of each table, by the path of the table. */
export function firstInTables(blocks: readonly ReadingBlock[], steps: Steps): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  blocks.forEach(({ path }, index) => {
    steps.characters(path.length);
    for (let end = path.indexOf('>'); end !== -1; end = path.indexOf('>', end + 1)) {
      const step = path.lastIndexOf('>', end - 1) + 1;
      if (!path.startsWith('table', step)) continue;
      steps.characters(end);
      const table = path.slice(0, end);
      if (!first.has(table)) first.set(table, index);
    }
  });
  return first;
}
