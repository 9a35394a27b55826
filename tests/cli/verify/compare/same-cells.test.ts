/** JSON texts in cells that an earlier schema wrote, with made-up schemas and Avro's own resolution. */
import avro from 'avsc';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isSameCell, recordTypesOf } from '../../../../cli/verify/compare/same-cells.ts';

const field = (name: string, type: unknown, ...rest: readonly unknown[]) =>
  rest.length === 0 ? { name, type } : { name, type, default: rest[0] };
const record = (name: string, ...fields: readonly object[]) => ({ type: 'record', name, fields });

const part = (...more: readonly object[]) => record('Part', field('amount', 'long'), ...more);
const optional = field('note', ['null', 'string'], null);
const first = record(
  'Whole',
  field('id', 'string'),
  field('parts', { type: 'array', items: part() }),
  field('gone', 'string', ''),
);
const second = record(
  'Whole',
  field('id', 'string'),
  field('parts', { type: 'array', items: part(optional, field('kind', 'string', 'plain')) }),
  field(
    'owner',
    record('Owner', field('name', 'string', 'none'), field('tags', { type: 'array', items: 'string' }, [])),
    {},
  ),
);

const types = recordTypesOf([JSON.stringify(first), JSON.stringify(second)]);
const typeOf = (schema: object): avro.Type => avro.Type.forSchema(schema as avro.Schema);
const before = { id: 'a', parts: [{ amount: 1 }, { amount: 2 }], gone: 'x' };

/** The same bytes, as the earlier program and as this one decode them. */
function decodedByBoth(value: object): readonly [stored: string, wanted: string] {
  const [writer, reader] = [typeOf(first), typeOf({ ...second, fields: second.fields.slice(0, 2) })];
  const bytes = writer.toBuffer(value);
  const decoded = reader.fromBuffer(bytes, reader.createResolver(writer)) as object;
  // avsc does not resolve a default that is empty; its members have their own.
  return [JSON.stringify(writer.fromBuffer(bytes)), JSON.stringify({ ...decoded, owner: { name: 'none', tags: [] } })];
}

test('a text of an earlier schema is the same where all that it lacks has its default', () => {
  const [stored, wanted] = decodedByBoth(before);
  assert.is.not(stored, wanted);
  assert.ok(isSameCell(types, stored, wanted));
  assert.ok(isSameCell(types, JSON.stringify([JSON.parse(stored)]), JSON.stringify([JSON.parse(wanted)])));
});

const wantedOf = (
  change: (wanted: { id: string; parts: Record<string, unknown>[]; owner: object }) => void,
): string => {
  const value = JSON.parse(decodedByBoth(before)[1]) as Parameters<typeof change>[0];
  change(value);
  return JSON.stringify(value);
};

const differing: readonly (readonly [what: string, wanted: string])[] = [
  ['another value', wantedOf((value) => void (value.id = 'b'))],
  [
    'a lacking member without its default',
    wantedOf((value) => void (value.parts[0] = { amount: 1, note: null, kind: 'other' })),
  ],
  ['a lacking part', wantedOf((value) => void value.parts.pop())],
  ['a lacking record without its defaults', wantedOf((value) => void (value.owner = { name: 'another', tags: [] }))],
];

for (const [what, wanted] of differing) {
  test(`it differs with ${what}`, () => {
    assert.not.ok(isSameCell(types, decodedByBoth(before)[0], wanted));
  });
}

test('a member that no version has differs, and so do texts that are no JSON', () => {
  const [stored, wanted] = decodedByBoth(before);
  assert.not.ok(isSameCell(types, stored.replace('"gone"', '"never"'), wanted));
  assert.not.ok(isSameCell(types, '{"id"', wanted));
  assert.not.ok(isSameCell(types, '1', 1));
  assert.ok(isSameCell(types, 7, 7));
});

test.run();
