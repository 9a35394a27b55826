/** `pipeline/ingest/rows/row-facts.ts`: equal rows of a register have equal facts. */
import type { RegisterFeed } from '../../../../pipeline/ingest/feed.ts';
import { factsReader as realFactsReader } from '../../../../pipeline/ingest/rows/row-facts.ts';
import { oncePerInput, oncePerObject } from './once-per-input.ts';

export type { RowFacts } from '../../../../pipeline/ingest/rows/row-facts.ts';

const readerOf = oncePerObject((columns: RegisterFeed['columns']) => {
  const read = realFactsReader({ columns } as RegisterFeed);
  return oncePerInput(read, (cells) => JSON.stringify(cells));
});

export const factsReader = ({ columns }: RegisterFeed): ReturnType<typeof realFactsReader> => readerOf(columns);
