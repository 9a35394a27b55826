/** Values of control records. */
import { flag, object, oneOf, optional, text, textOrNull, type ValueOf } from './shape.ts';

/** `control` / `tick`, `control` / `rules` and `control` / `regime`, written to every partition. */
export const control = object({
  kind: oneOf('tick', 'rules', 'regime'),
  ruleset: optional(text),
  activationId: optional(text),
  /** A tick that an operator vouches for: the day is this one, whatever days began before. */
  resumed: optional(flag),
  /** Of `regime`: the regime whose final rules were issued, on which day (YYYY-MM-DD); null: not yet. */
  regime: optional(text),
  issued: optional(textOrNull),
  /** The operator who declares it, and where it is published. */
  by: optional(text),
  why: optional(text),
});
export type ControlValue = ValueOf<typeof control>;
