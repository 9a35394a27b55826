/** What an entry of a sanctions list and a subject of an asset have in common. */
import type { ListMatchValue } from '../../schemas/facts.ts';
import type { Agreement } from './names/pairing/agreement.ts';

/** One particular that both sides state. */
export interface EvidenceItem {
  /** `wallet`, `name`, `country`, `date` or the kind of an identifier. */
  readonly kind: string;
  /** In the asset's notation. */
  readonly ours: string;
  /** In the list's notation. */
  readonly listed: string;
}

export interface Evidence {
  readonly level: ListMatchValue['level'] | 'weak';
  readonly items: readonly EvidenceItem[];
  /** The list's matching particulars, as `<ticker or kind> <text>`; sorted. */
  readonly listedAs: readonly string[];
  /** The first of them, verbatim. */
  readonly quote: string;
  /** Set when the key bytes are equal but the encodings differ. */
  readonly encodings?: NonNullable<ListMatchValue['encodings']>;
  readonly byName?: NonNullable<ListMatchValue['byName']>;
  /** In which words names agree that are similar but not equal. */
  readonly similar?: Agreement;
}

/** A particular as the list has it. */
export interface WrittenIdentifier {
  readonly label: string;
  readonly text: string;
}

/** Evidence of one kind: each text of the list once, under all its labels. */
export function evidenceOf(
  level: Evidence['level'],
  kind: string,
  ours: string,
  written: readonly WrittenIdentifier[],
): Evidence {
  const texts = [...new Set(written.map(({ text }) => text))];
  return {
    level,
    items: texts.map((listed) => ({ kind, ours, listed })),
    listedAs: [...new Set(written.map(({ label, text }) => `${label} ${text}`))].sort(),
    quote: texts[0] ?? '',
  };
}
