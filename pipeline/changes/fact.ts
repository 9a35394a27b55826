/** State of one fact: the accepted reading, the ids of the last observations, and an open draft. */
import type { TSchema } from '@sinclair/typebox';
import type { ValueOf } from '../../schemas/facts.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import { isSourceOf } from '../../schemas/terms/source-keys.ts';
import { rememberedIds } from '../../schemas/values/seen-ids.ts';
import type { ExplanationKind } from '../../schemas/vocabulary.ts';
import type { Circumstances } from './finding.ts';
import type { Side } from './side.ts';

export type { Side };

/** A change that later readings may confirm or withdraw. */
export interface Draft {
  readonly changeId: string;
  readonly kind: ExplanationKind;
  readonly revision: number;
  readonly detectedAt: number;
  readonly notableAt: number | null;
  /** When the change took its present state, and whether that state is confirmed. */
  readonly knownAt: number;
  readonly confirmed: boolean;
  readonly newObservationId: string;
  readonly groupId: string;
  /** The reading accepted before the draft. */
  readonly old: Side | null;
}

export interface Fact extends Side {
  /** Time and id of the newest reading that shows the value. */
  readonly seenAt: number;
  readonly seenId: string;
  /** First characters of the ids of the last observations, oldest first, each of the same width: one string is small in the state. */
  readonly seen: string;
  readonly draft: Draft | null;
  /**
   * Cell of a closed row: the next reading after the row is listed again is a baseline. `seen` stays, because observations
   * may be delivered again.
   */
  readonly ended?: true;
}

/** A review as it is stored, with the change that it dismissed. */
export interface ReviewFact extends Fact {
  readonly decided?: Draft;
}

const separator = '\t';

/** The fields that identify a fact. */
type FactPlace = Pick<Observation, 'assetId' | 'subjectKind' | 'subjectKey' | 'field' | 'sourceKey'>;

export const factKey = (observation: FactPlace): string => {
  const { assetId, subjectKind, subjectKey, field, sourceKey } = observation;
  return `fact\t${assetId}\t${subjectKind}\t${subjectKey}\t${field}\t${sourceKey}`;
};

/** Start of the keys of all facts of an asset, of a subject kind, or of one subject of it. */
export const factPrefix = (assetId: string, ...about: readonly [subjectKind?: string, subjectKey?: string]): string =>
  ['fact', assetId, ...about.filter((part) => part !== undefined), ''].join(separator);

/** Parts of a fact key. */
export function factOfKey(key: string): Omit<FactPlace, 'assetId'> {
  const [, , subjectKind = '', subjectKey = '', field = '', sourceKey = ''] = key.split(separator);
  return { subjectKind, subjectKey, field, sourceKey };
}

/** The observation as the accepted reading of its fact. */
export const accepted = (earlier: Fact | undefined, observation: Observation, draft: Draft | null): Fact => ({
  // Written out: V8 builds a literal many times faster than a spread with further members.
  id: observation.id,
  value: observation.value,
  quote: observation.quote,
  sourceUrl: observation.sourceUrl,
  sourceHash: observation.sourceHash,
  artifactId: observation.artifactId,
  observationSha256: observation.observationSha256,
  extractor: observation.extractor,
  extractorVersion: observation.extractorVersion,
  extractionRule: observation.extractionRule,
  seenAt: observation.observedAt,
  seenId: observation.id,
  seen: rememberedIds(earlier, observation.id),
  draft,
});

/** The fact after another reading of the same value. */
export const seenAgain = (fact: Fact, { id, observedAt }: Observation): Fact => ({
  ...fact,
  seenAt: observedAt,
  seenId: id,
  seen: rememberedIds(fact, id),
});

/** The fact after a reading of a closed row: its id is stored, its value is not compared. */
export const notFollowed = (earlier: Fact | undefined, observation: Observation): Fact =>
  earlier === undefined
    ? { ...accepted(undefined, observation, null), ended: true }
    : { ...seenAgain(earlier, observation), ended: true };

/** The established reading: the one before an open draft; null where there is none or it ended. */
export const establishedIn = (fact: Fact | undefined): Side | null => {
  if (fact === undefined || fact.ended === true) return null;
  return fact.draft === null ? fact : fact.draft.old;
};

export const sideOf = (side: Side): Side => ({
  id: side.id,
  value: side.value,
  quote: side.quote,
  sourceUrl: side.sourceUrl,
  sourceHash: side.sourceHash,
  artifactId: side.artifactId,
  observationSha256: side.observationSha256,
  extractor: side.extractor,
  extractorVersion: side.extractorVersion,
  extractionRule: side.extractionRule,
});

/** Observations of lists, registers, the registry, reviews and checks are made from this log, so the log order is their order. */
export const isInLogOrder = (sourceKey: string): boolean =>
  sourceKey === 'registry' ||
  sourceKey === 'review' ||
  isSourceOf('check', sourceKey) ||
  isSourceOf('list', sourceKey) ||
  isSourceOf('register', sourceKey);

/**
 * Whether a reading from outside was made before the accepted one. Equal times are ordered by id, so that every order of
 * arrival ends in the same state.
 */
export const isOlder = (observation: Observation, fact: Fact): boolean =>
  observation.observedAt < fact.seenAt || (observation.observedAt === fact.seenAt && observation.id < fact.seenId);

export const sameLineage = (left: Lineage, right: Lineage): boolean =>
  left.extractor === right.extractor && left.extractorVersion === right.extractorVersion;

type Lineage = Pick<Side, 'extractor' | 'extractorVersion'>;

/** What a family compares a new value with. `fact` is undefined at the first reading. */
export const circumstancesOf = <S extends TSchema>(
  observation: Observation,
  fact: Fact | undefined,
  shape: S,
): Circumstances<NonNullable<ValueOf<S>>> => ({
  old: fact === undefined ? undefined : storedValue(fact.value, shape),
  draft:
    fact === undefined || fact.draft === null
      ? null
      : {
          kind: fact.draft.kind,
          old: fact.draft.old === null ? undefined : storedValue(fact.draft.old.value, shape),
        },
  sameLineage: fact === undefined || sameLineage(observation, fact),
  field: observation.field,
  observedAt: observation.observedAt,
});
