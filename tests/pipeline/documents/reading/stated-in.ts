/** What the rules state of a field of terms with these paragraphs. */
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';
import { emptyReading } from '../../../../schemas/values/reading.ts';

export const statedIn = (name: string, ...texts: readonly string[]): unknown => {
  const blocks = texts.map((text, at) => ({ path: `p:nth-of-type(${at + 1})`, text, heading: null, own: true }));
  const profile = { id: 'terms', language: 'en' };
  const reading = { ...emptyReading, class: 'html' as const, blocks };
  const view = viewOf(reading, { kind: 'terms', profile, url: 'https://issuer.example/terms', isWhole: true });
  return readFields(view, fieldReaders).stated.find(({ field }) => field === name)?.value;
};
