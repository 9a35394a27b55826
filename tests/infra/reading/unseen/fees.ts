import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';
import type { Reading } from '../../../../schemas/values/reading.ts';

/** Redemption fees that the rules find in a document, read as terms. */
export function feesOf(reading: Reading): readonly unknown[] {
  const context = { kind: 'terms', profile: { id: 'terms', language: 'en' }, url: '', isWhole: true } as const;
  const { stated } = readFields(viewOf(reading, context), fieldReaders);
  return stated.filter(({ field }) => field === 'redemption_fee').map(({ value }) => value);
}
