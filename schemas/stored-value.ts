/** Reads JSON text that this program itself has stored. */
import type { TSchema } from '@sinclair/typebox';
import type { ValueOf } from './facts/shape.ts';

/**
 * The value of a stored text; null where there is none. The shape gives the type. It is not checked here: a value is checked
 * once, when its observation is accepted, and folds read it many times. Throws SyntaxError for a text that is no JSON.
 */
export function storedValue<S extends TSchema>(text: string, shape: S): ValueOf<S>;
export function storedValue<S extends TSchema>(
  text: string | null | undefined,
  shape: S,
): NonNullable<ValueOf<S>> | null;
export function storedValue<S extends TSchema>(text: string | null | undefined, _shape: S): ValueOf<S> | null {
  return text === null || text === undefined ? null : (JSON.parse(text) as ValueOf<S>);
}

/**
 * The value of a JSON text that this program wrote under a name that nothing else writes: the state of a processor, a reading, a
 * profile. Its shape is that of the writer, so it is not checked. Throws SyntaxError for a text that is no JSON.
 */
export const ownJson = <V>(text: string | Buffer): V => JSON.parse(text.toString()) as V;
