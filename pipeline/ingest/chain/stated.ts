import { chainReading } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { factId, type FactPlace, factSeparator } from '../../chain/statement.ts';

/** One fact as last stated. */
interface StatedFact {
  /** RFC 8785 text; null: read, and no longer there. */
  readonly value: string | null;
  /** Block of a differing value that one provider alone gave, until a reading at a later block gives it again. */
  readonly alone?: number;
}

/** What was last stated of an asset. It follows from the observations of the asset alone. */
export interface StatedAsset {
  /** The read plan of the newest observation. */
  readonly plan: string;
  /** Newest block that something was stated at; null before the first. */
  readonly block: number | null;
  /** The newest `chain_reading`; null while it is not stated yet. */
  readonly reading: string | null;
  /** Time of that fact, milliseconds. */
  readonly readAt: number;
  /** The chain was read in full at least once: facts that appear later are changes. */
  readonly whole: boolean;
  /** By `factId`. */
  readonly facts: Readonly<Record<string, StatedFact>>;
}

/** A fact to write, its value as RFC 8785 text. */
export interface FactToWrite extends FactPlace {
  readonly value: string | null;
}

/** The parts of a fact id. */
export function placeOf(id: string): FactPlace {
  const [subjectKind, subjectKey = '', field = ''] = id.split(factSeparator);
  return { subjectKind: subjectKind === 'authority' ? 'authority' : 'asset', subjectKey, field };
}

export const readingField = 'chain_reading';

/** Figures that change all the time: a difference is no sign of a broken reading and needs no second reading. */
export const isFigure = (field: string): boolean => field === 'supply' || field === 'multiplier';

type WrittenFact = Pick<
  Observation,
  'subjectKind' | 'subjectKey' | 'field' | 'value' | 'observedAt' | 'extractor' | 'quorum'
>;

const nothing: StatedAsset = { plan: '', block: null, reading: null, readAt: 0, whole: false, facts: {} };

/**
 * The statement after its next observations, in log order. Live, replayed and restored states come from here, so they are
 * equal. The same observations once more change nothing. `block`: where they were read.
 */
export function afterWriting(
  before: StatedAsset | undefined,
  written: readonly WrittenFact[],
  block: number | null,
): StatedAsset {
  const facts: Record<string, StatedFact> = { ...before?.facts };
  let { plan, reading, readAt, whole } = before ?? nothing;
  for (const { subjectKind, subjectKey, field, value, observedAt, extractor, quorum } of written) {
    plan = extractor;
    if (subjectKind === 'asset' && field === readingField) {
      reading = storedValue(value, chainReading);
      readAt = observedAt;
      whole ||= reading === 'stated';
      continue;
    }
    const id = factId({ subjectKind: subjectKind === 'authority' ? 'authority' : 'asset', subjectKey, field });
    const known = facts[id];
    const isAlone = whole && quorum === 1 && block !== null && !isFigure(field);
    if (known?.value !== value) facts[id] = { value, ...(isAlone ? { alone: block } : {}) };
    else if (known.alone !== undefined && (block ?? 0) > known.alone) facts[id] = { value };
  }
  const last = before?.block ?? null;
  const isLater = written.length > 0 && block !== null && block > (last ?? -1);
  return { plan, block: isLater ? block : last, reading, readAt, whole, facts };
}
