import { fieldOfV1, fieldsOfV1 } from '../fields-of-v1.ts';
import { combine, mergeDimensions } from '../../combine.ts';
import { defineRule } from '../../rule.ts';
import { holderTexts, holderTextOf } from './holder-texts.ts';
import { overlaysThatHold } from './values/overlays.ts';

/**
 * Regimes that decide a dimension of a value. They add nothing if the values could not be compared. The text for holders
 * stays that of the field, unless a regime decides one of the field's own dimensions.
 */
export const disclosureOverlays = defineRule({
  id: 'disclosure-overlays',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'A regime that the asset carries states what a value means for one dimension.',
  texts: {
    ...Object.fromEntries(
      fieldsOfV1.flatMap(({ overlays }) => overlays.map(({ id, claim }): [string, string] => [id, claim])),
    ),
    ...holderTexts(),
  },
  evaluate: ({ sense, field: name, old, new: current, regimes }, standing) => {
    const field = fieldOfV1(name);
    if (sense !== 'value' || field === undefined || standing === null || standing.direction === 'unassessed') {
      return null;
    }
    const overlays = overlaysThatHold(field, { regimes, old, new: current });
    if (overlays.length === 0) return null;
    const dimensions = overlays.map(({ dimension: kind, direction }) => ({ kind, direction }));
    const reason = [...new Set(overlays.map(({ claim }) => claim))].join(' ');
    const isOwn = dimensions.some(({ kind }) => field.dimensions.includes(kind));
    if (!isOwn || old === null || current === null) return { dimensions, reason };
    const merged = mergeDimensions([...standing.dimensions, ...dimensions]);
    return { dimensions, reason, holders: holderTextOf(name, combine(merged.map(({ direction }) => direction))) };
  },
});
