/** Values of control records. */
import { flag, object, oneOf, optional, text, type ValueOf } from './shape.ts';

/** `control` / `tick` and `control` / `rules`, written to every partition. */
export const control = object({
  kind: oneOf('tick', 'rules'),
  ruleset: optional(text),
  activationId: optional(text),
  /** A tick that an operator vouches for: the day is this one, whatever days began before. */
  resumed: optional(flag),
});
export type ControlValue = ValueOf<typeof control>;
