import type { DisclosureField, FieldValue, Overlay } from '../../../../../schemas/fields/field.ts';
import { crossingOf } from './quantity.ts';
import { figureOf, haveOneUnit } from './read-value.ts';
import { passes } from './value-test.ts';

export interface DisclosureFacts {
  readonly regimes: readonly string[];
  readonly old: FieldValue;
  readonly new: FieldValue;
}

/** The overlays of a field that a change triggers: a condition that held before and still holds adds nothing. */
export const overlaysThatHold = (field: DisclosureField, disclosed: DisclosureFacts): readonly Overlay[] =>
  field.overlays.filter(
    (overlay) =>
      overlay.regimes.some((regime) => disclosed.regimes.includes(regime)) && holds(field, overlay, disclosed),
  );

function holds(field: DisclosureField, { when }: Overlay, { old, new: current }: DisclosureFacts): boolean {
  switch (when.on) {
    case 'becomes':
      return passes(field, when.value, current) && !passes(field, when.value, old);
    case 'ceases':
      // A value that is no longer disclosed may still be true, so it does not end the condition.
      return current !== null && passes(field, when.value, old) && !passes(field, when.value, current);
    case 'crosses': {
      const { rule } = field;
      if (rule.type !== 'lower' && rule.type !== 'higher') return false;
      const [before, after] = [figureOf(rule.quantity, old), figureOf(rule.quantity, current)];
      if (before === null || after === null || !haveOneUnit(before, after)) return false;
      return crossingOf(rule.type, when.limit, before.number, after.number) === when.side;
    }
  }
}
