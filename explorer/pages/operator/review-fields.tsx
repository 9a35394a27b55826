import type { VNode } from 'preact';
import { reviewLimits } from '../../operator-port.ts';
import { Field } from '../../parts/field.tsx';

/** Longest name of a reviewer on a form, characters: the id of the key is recorded behind it. */
export const longestName = 80;

/** Reason and name, which every review has. */
export const ReviewFields = (): VNode => (
  <>
    <Field
      name="why"
      class="field wide"
      label="Why (recorded with the decision; key holders see it on the change)"
      rows={2}
      maxLength={reviewLimits.why}
      required
    />
    <Field
      name="by"
      class="field"
      label="Who decides (key holders see it on the change, with the id of the key)"
      maxLength={longestName}
      required
      autocomplete="name"
    />
  </>
);
