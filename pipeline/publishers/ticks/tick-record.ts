/** The control record that begins a day. */
import { type ControlValue, control as controlShape } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { tickExtractor } from '../../../schemas/values/extractors.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { dayOf, type Tick } from './plan-ticks.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** The observation of a tick: the same in every partition, and again when it is completed. */
export const tickObservation = ({ day, resumed }: Tick): Observation =>
  makeObservation({
    assetId: '',
    subjectKind: 'control',
    subjectKey: '',
    field: 'tick',
    sourceKey: 'control',
    value: canonicalJson({ kind: 'tick', ...(resumed ? { resumed } : {}) } satisfies ControlValue),
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: tickExtractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: day * dayMs,
  });

/** The tick in an observation; null for any other observation. */
export function tickIn({ subjectKind, field, value, observedAt }: Observation): Tick | null {
  if (subjectKind !== 'control' || field !== 'tick' || value === null) return null;
  return { day: dayOf(observedAt), resumed: storedValue(value, controlShape).resumed === true };
}
