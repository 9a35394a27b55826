import { readBytes } from '../../../../infra/reading/readers/read-bytes.ts';
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../pipeline/documents/reading/readers.ts';
import type { LabelledDocument } from './labelled.ts';

type Outcome = 'right' | 'omitted' | 'wrong';

export interface PairOutcome {
  readonly field: string;
  readonly outcome: Outcome;
  /** What was read in place of the labelled value. */
  readonly found: unknown;
}

/** Reads the bytes as a document of its kind, and compares each labelled value with what the rules state. */
export async function pairsOf(bytes: Buffer, document: LabelledDocument): Promise<readonly PairOutcome[]> {
  const { reading, reason } = await readBytes(bytes, { class: null, charset: null });
  const profile = { id: document.kind === 'report' ? 'reserve-report' : 'white-paper', language: 'en' };
  const isWhole = reason === null;
  const view = viewOf(reading, { kind: document.kind, profile, url: 'https://issuer.example/document', isWhole });
  const stated = new Map(readFields(view, fieldReaders).stated.map(({ field, value }) => [field, value]));
  const labelled = [...document.rows.flatMap((row) => row.states ?? []), ...document.alsoStates];
  return labelled.map(({ field, member, value }) => {
    const found = memberOf(stated.get(field), member);
    const isRight = JSON.stringify(found) === JSON.stringify(value);
    return { field, found, outcome: found === undefined ? 'omitted' : isRight ? 'right' : 'wrong' };
  });
}

function memberOf(value: unknown, member: string): unknown {
  if (member === '' || value === undefined || value === null) return value ?? undefined;
  return Object.hasOwn(value, member) ? (value as Readonly<Record<string, unknown>>)[member] : undefined;
}
