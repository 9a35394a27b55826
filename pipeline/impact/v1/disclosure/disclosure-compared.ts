import { fieldOfV1, fieldsOfV1 } from '../fields-of-v1.ts';
import { combine, mergeDimensions } from '../../combine.ts';
import { type DimensionVerdict, defineRule, type Verdict } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { compareValues } from './values/comparators.ts';
import { holderTexts, holderTextOf } from './holder-texts.ts';
import type { Outcome } from './values/outcome.ts';
import { overlaysThatHold } from './values/overlays.ts';
import { reasonOf, reasonTexts } from './values/reasons.ts';

/** One value replaced another: the typed comparator of the field decides. */
export const disclosureCompared = defineRule({
  id: 'disclosure-compared',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'A value in place of another is compared by the rule of its field.',
  texts: { ...reasonTexts(fieldsOfV1), ...holderTexts() },
  evaluate: ({ sense, field: name, old, new: current, regimes }) => {
    const field = fieldOfV1(name);
    if (sense !== 'value' || field === undefined || old === null || current === null) return null;
    const outcome = compareValues(field.rule, old, current);
    const given = dimensionsOf(outcome, field.dimensions);
    const stated =
      outcome.regimesDecide === true
        ? overlaysThatHold(field, { regimes, old, new: current }).map(({ dimension }) => dimension)
        : [];
    const dimensions = mergeDimensions(given.filter(({ kind }) => !stated.includes(kind)));
    const direction = combine(dimensions.map((dimension) => dimension.direction));
    const verdict: Verdict = {
      dimensions,
      status: direction === 'unassessed' ? 'unassessed' : 'assessed',
      materiality: outcome.minor === true ? 'clarification' : 'material',
      reason: reasonOf(field, outcome),
      holders: holderTextOf(name, direction),
    };
    return outcome.routine === true ? { ...verdict, disposition: 'suppressed' } : verdict;
  },
});

/** Dimensions of the field that the outcome does not name are neutral. */
function dimensionsOf(
  { direction, dimensions }: Outcome,
  kinds: readonly DimensionVerdict['kind'][],
): readonly DimensionVerdict[] {
  if (dimensions === undefined) return all(direction, ...kinds);
  const untouched = kinds.filter((kind) => !dimensions.some((dimension) => dimension.kind === kind));
  return [...dimensions, ...all('neutral', ...untouched)];
}
