import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiRoutes } from '../../../../api/app.ts';
import type { ApiDependencies } from '../../../../api/route/dependencies.ts';
import { createAnswerShape } from '../../../../api/route/answers/shape-answer.ts';
import {
  arrayOf,
  closedObject,
  constant,
  type JsonSchema,
  oneOf,
  orNull,
  text,
} from '../../../../schemas/json-schema.ts';

const routes = apiRoutes({
  config: {},
  tables: {},
  webhookSender: {},
  versions: { position: () => 0 },
  stopping: new AbortController().signal,
} as unknown as ApiDependencies);

const shapeWith =
  (schema: JsonSchema) =>
  (json: unknown): unknown =>
    createAnswerShape({ responses: { 200: { description: '', schema } } })({ status: 200, json }).json;

test('undeclared members are removed, at any depth', () => {
  const inner = closedObject({ a: text }, { b: text });
  const cases: readonly (readonly [JsonSchema, unknown, unknown])[] = [
    [inner, { a: '1', secret: 2 }, { a: '1' }],
    [inner, { b: '2' }, { b: '2' }],
    [closedObject({ list: arrayOf(inner) }), { list: [{ a: '1', x: 1 }], y: 2 }, { list: [{ a: '1' }] }],
    [closedObject({ one: orNull(inner) }), { one: { a: '1', x: 1 } }, { one: { a: '1' } }],
    [closedObject({ one: orNull(inner) }), { one: null }, { one: null }],
    [orNull(text), 'x', 'x'],
    [{ type: 'object' }, { any: 1 }, { any: 1 }],
    [closedObject({ m: {} }), { m: { free: [1] } }, { m: { free: [1] } }],
  ];
  for (const [schema, value, shown] of cases) assert.equal(shapeWith(schema)(value), shown);
});

test('the matching one of several alternatives applies', () => {
  const shape = shapeWith({
    oneOf: [
      closedObject({ kind: constant('amount'), amount: text }),
      closedObject({ kind: constant('memo'), memo: text }),
    ],
  });
  assert.equal(shape({ kind: 'memo', memo: 'm', amount: 'x' }), { kind: 'memo', memo: 'm' });
  assert.equal(shape({ kind: 'amount', amount: '1', memo: 'm' }), { kind: 'amount', amount: '1' });
  assert.equal(shape({ kind: 'other', secret: 1 }), {}, 'an unknown kind has no members');
});

test('alternatives are distinguished by the values that they allow', () => {
  const shape = shapeWith({
    oneOf: [
      closedObject({ type: constant('signature'), scheme: oneOf('eip191', 'eip712') }),
      closedObject({ type: constant('signature'), scheme: constant('xrpl'), signer_public_key: text }),
    ],
  });
  const xrpl = { type: 'signature', scheme: 'xrpl', signer_public_key: 'ED01' };
  assert.equal(shape(xrpl), xrpl);
  assert.equal(shape({ ...xrpl, scheme: 'eip712' }), { type: 'signature', scheme: 'eip712' });
});

test('an answer that matches its declaration is unchanged', () => {
  for (const route of routes) {
    for (const [name, { status, answer }] of Object.entries(route.examples)) {
      if (answer !== undefined) {
        const shaped = createAnswerShape(route)({ status, json: answer }).json;
        assert.equal(shaped, answer, `${route.operationId}/${name}`);
      }
    }
  }
});

test('no undeclared member passes, whatever its name', () => {
  const shape = shapeWith(closedObject({ a: closedObject({ b: text }) }));
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.anything()),
      fc.dictionary(fc.string(), fc.anything()),
      (outer, inner) => {
        const shown = shape({ ...outer, a: { ...inner, b: 'kept' } }) as Readonly<Record<string, object>>;
        assert.equal(Object.keys(shown), ['a']);
        assert.equal(Object.keys(shown['a'] ?? {}), ['b']);
      },
    ),
  );
});

test.run();
