/** On which day the final rules of a regime were issued, as an operator declares it: one control record in every partition. */
import type { ControlValue } from '../../../schemas/facts.ts';
import type { AssetFact, Observation } from '../../../schemas/generated/records.ts';
import type { Regime } from '../../../schemas/vocabulary.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { reviewExtractor } from '../../../schemas/values/extractors.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { emitControl, type Output } from '../../runtime/processor.ts';

export interface IssuedRules {
  readonly regime: Regime;
  /** YYYY-MM-DD; null takes an earlier declaration back. */
  readonly issued: string | null;
  readonly by: string;
  readonly why: string;
  /** Milliseconds. */
  readonly at: number;
}

/** The same declaration has the same id in every partition. */
export const issuedRulesObservation = ({ regime, issued, by, why, at }: IssuedRules): Observation =>
  makeObservation({
    assetId: '',
    subjectKind: 'control',
    subjectKey: regime,
    field: 'regime',
    sourceKey: 'control',
    value: canonicalJson({ kind: 'regime', regime, issued, by, why } satisfies ControlValue),
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: reviewExtractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: at,
  });

/** The declaration, passed on to readers of established facts. */
export function regimeFact({ id, observedAt, subjectKey, value }: Observation, position: number): Output {
  const fact: AssetFact = {
    assetId: '',
    subjectKind: 'control',
    subjectKey,
    field: 'regime',
    sourceKey: 'control',
    value,
    sourceUrl: null,
    since: observedAt,
    observationId: id,
    position,
  };
  return emitControl('asset.facts', fact, observedAt);
}
