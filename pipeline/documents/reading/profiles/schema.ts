import { Type } from '@sinclair/typebox';
import { oneOf, type ValueOf } from '../../../../schemas/facts/shape.ts';

const strict = { additionalProperties: false } as const;
const filled = (most: number, description: string) => Type.String({ minLength: 1, maxLength: most, description });
const phrase = filled(300, 'a text of 1 to 300 characters');
const selector = filled(500, 'a CSS selector of 1 to 500 characters');
const listOf = <S extends Parameters<typeof Type.Array>[0]>(member: S, most = 50) =>
  Type.Array(member, { maxItems: most, description: `a list of at most ${most}` });

/** The part of a page that the rules read: from one element, up to another. */
const selected = Type.Object(
  { startAfter: Type.Optional(selector), endBefore: Type.Optional(selector) },
  { ...strict, description: 'an object with startAfter or endBefore' },
);

/** The newest link of an index page that fits is the document. */
const follow = Type.Object(
  {
    selector: Type.Optional(selector),
    text: Type.Optional(listOf(phrase)),
    newestBy: oneOf('dateInText', 'place'),
  },
  { ...strict, description: 'an object with newestBy' },
);

const table = Type.Object(
  {
    anchor: phrase,
    unit: filled(20, 'a unit such as USD'),
    rows: Type.Record(Type.String(), filled(60, 'a class of the reserve'), { description: 'labels with their class' }),
  },
  { ...strict, description: 'an object with anchor, unit and rows' },
);

/** Where a field stands: a member of JSON by its pointer, else beside an anchor, in the elements of a selector, or both. */
const fieldRule = Type.Object(
  {
    rule: Type.String({
      pattern: '^selector:(?:[a-z0-9]+(?:[-_][a-z0-9]+)*|/.*)$',
      maxLength: 300,
      description: 'selector: and a name such as custodians, or a JSON pointer such as /reserve/custodian',
    }),
    anchor: Type.Optional(phrase),
    selector: Type.Optional(selector),
    parties: Type.Optional(oneOf('declared')),
  },
  { ...strict, description: 'an object with a rule' },
);

/** A profile as its file states it: how to find and read one kind of document. */
export const profileFile = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9]+(?:[-/.][a-z0-9]+)*$',
      maxLength: 100,
      description: 'a name such as reserve-report/example-usd',
    }),
    extends: Type.Optional(filled(100, 'the id of a profile')),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$', description: 'a language such as en' })),
    follow: Type.Optional(follow),
    remove: Type.Optional(listOf(selector)),
    select: Type.Optional(listOf(selected)),
    hosts: Type.Optional(listOf(filled(253, 'a host name'))),
    requiredText: Type.Optional(listOf(phrase)),
    rejectedText: Type.Optional(listOf(phrase)),
    table: Type.Optional(table),
    fields: Type.Optional(Type.Record(Type.String(), fieldRule, { description: 'fields with their rule' })),
    everyHours: Type.Optional(Type.Number({ minimum: 1, maximum: 168, description: 'a number from 1 to 168' })),
    render: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  { ...strict, description: 'an object' },
);
export type ProfileFile = ValueOf<typeof profileFile>;

/** A profile with everything that it inherits. Absent members are absent, so that its hash is that of what it states. */
export type Profile = Omit<ProfileFile, 'extends' | 'render'>;
