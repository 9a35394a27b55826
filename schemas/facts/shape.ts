/**
 * Building blocks of shapes: one declaration gives the TypeScript type and the JSON Schema that values are checked against.
 * `description` completes the sentence "<path> is not …" of a refused value.
 */
import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { type Term, termsOf, type VocabularyName } from '../vocabulary.ts';

/** A schema whose values have the type `V`. */
export type Shape<V> = TUnsafe<V>;

/** The type of the values of a shape, read-only at every level. */
export type ValueOf<S extends TSchema> = DeepReadonly<Static<S>>;

type DeepReadonly<T> = T extends readonly (infer M)[]
  ? readonly DeepReadonly<M>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** Largest distance of a date from the epoch, milliseconds (ECMAScript time range). */
const timeRange = 8.64e15;

export const text = Type.String({ description: 'text' });
export const flag = Type.Boolean({ description: 'true or false' });
export const whole = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'a whole number',
});
/** A point in time, milliseconds since the epoch. */
export const time = Type.Integer({ minimum: -timeRange, maximum: timeRange, description: 'a time in milliseconds' });
export const share = Type.Number({ minimum: 0, maximum: 1, description: 'a share between 0 and 1' });

/** Whether a value is a point in time in milliseconds. */
export const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= timeRange;

/** Text that has the type `V` without a check: the vocabulary is open to values of newer writers. */
export const textAs = <V extends string>(): Shape<V> => Type.Unsafe<V>(text);

export const term = <N extends VocabularyName>(name: N): Shape<Term<N>> =>
  Type.Unsafe<Term<N>>({ enum: termsOf(name), description: `one of ${name}` });

export const oneOf = <const V extends readonly string[]>(...values: V): Shape<V[number]> =>
  Type.Unsafe<V[number]>({ enum: values, description: `one of ${values.join(', ')}` });

export const listOf = <S extends TSchema>(member: S) => Type.Array(member, { description: 'a list' });

export const texts = listOf(text);

export const nullable = <S extends TSchema>(shape: S): Shape<Static<S> | null> =>
  Type.Unsafe<Static<S> | null>({ anyOf: [shape, { type: 'null' }] });

export const textOrNull = nullable(text);

export const optional = <S extends TSchema>(shape: S) => Type.Optional(shape);

/** An object with these members. Further members are accepted, so that a shape can grow. */
export const object = <P extends TProperties>(members: P): TObject<P> =>
  Type.Object(members, { description: 'an object' });

/** An object of any members. */
export const anyObject: Shape<Readonly<Record<string, unknown>>> = Type.Unsafe({
  type: 'object',
  description: 'an object',
});

/** The shape as one of `T`: it does not compile while the shape lacks a member of `T` or states another type. */
export const shapeOf =
  <T>() =>
  <S extends TSchema>(shape: ValueOf<S> extends T ? S : never): Shape<T> =>
    Type.Unsafe<T>(shape);
