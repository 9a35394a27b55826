/** Values of control records. */
import { object, oneOf, optional, text, type ValueOf } from './shape.ts';

/** `control` / `tick` and `control` / `rules`, written to every partition. */
export const control = object({
  kind: oneOf('tick', 'rules'),
  ruleset: optional(text),
  activationId: optional(text),
});
export type ControlValue = ValueOf<typeof control>;
