/** Disclosed fields through the real fold: readings of one field in one source, and their changes. */
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { hashOf } from '../../../../../schemas/values/hash.ts';
import { at, declaredAsset, observation } from '../../builders.ts';

export const hour = 3_600_000;
export const march = at('2026-03-02');

type GivenMembers = Partial<Omit<Observation, 'value'>> & { readonly value: unknown; readonly observedAt: number };

/** A reading of a field from a text; its bytes are others than those of a reading at another time. */
export const reading = (field: string, given: GivenMembers): Observation =>
  observation({
    field,
    sourceKey: 'terms',
    sourceUrl: 'https://example.com/terms',
    sourceHash: `sha256:${hashOf({ field, at: given.observedAt })}`,
    extractor: 'terms',
    extractionRule: 'selector:terms',
    documentClass: 'html',
    ...given,
  });

/** Changes of fields that readings of a declared asset raise; those of the parties that a field names have tests of their own. */
export function changesOf(regimes: readonly string[], ...readings: readonly Observation[]): readonly Change[] {
  const { changes } = declaredAsset({ regimes });
  return changes(...readings).filter(({ category }) => category !== 'party_edge');
}
