import type { ReadModel } from '../../dependencies.ts';
import { createFeedReader, type ReadFeed } from './feed-reader.ts';
import { createNewestReader, type ReadNewest } from './newest-reader.ts';
import { createOneReader, type ReadOne } from './one-reader.ts';
import { createOpenReader, type ReadOpen } from './open-reader.ts';

/** Readers of changes, one of each a process, so that a page and its JSON twin share their caches. */
export interface ChangeReaders {
  readonly readFeed: ReadFeed;
  readonly readOne: ReadOne;
  readonly readOpen: ReadOpen;
  readonly readNewest: ReadNewest;
}

type Dependencies = Pick<ReadModel, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock' | 'recent'>;

export const changeReaders = (dependencies: Dependencies): ChangeReaders => ({
  readFeed: createFeedReader(dependencies),
  readOne: createOneReader(dependencies),
  readOpen: createOpenReader(dependencies),
  readNewest: createNewestReader(dependencies),
});
