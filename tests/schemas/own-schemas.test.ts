import { readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiRoutes } from '../../api/app.ts';
import { batchEntry } from '../../api/readmodel/resources/watchlist/schema.ts';
import type { ApiDependencies } from '../../api/route/dependencies.ts';
import { commandSchemas } from '../../pipeline/accounts/command-schemas.ts';
import * as profiles from '../../pipeline/documents/reading/profiles/schema.ts';
import { lineSchemas } from '../../pipeline/registry/import/line-schemas.ts';
import { observationSchemas } from '../../pipeline/registry/import/observation-schema.ts';
import { disclosureFields } from '../../schemas/fields/catalogue.ts';

// The program compiles its schemas without checking them (`schemas/own-schemas.ts`).

type SchemaList = readonly (readonly [string, unknown])[];

const isShape = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, Symbol.for('TypeBox.Kind'));

/** What a module declares with TypeBox. */
const shapesOf = (module: object): SchemaList => Object.entries(module).filter(([, value]) => isShape(value));

async function factShapes(): Promise<SchemaList> {
  const folder = new URL('../../schemas/facts/', import.meta.url);
  const modules = readdirSync(folder).map((name) => import(new URL(name, folder).href) as Promise<object>);
  return (await Promise.all(modules)).flatMap(shapesOf);
}

const dependencies = {
  tables: { query: async () => [] },
  versions: {},
  registry: {},
  config: {},
  clock: () => 0,
  stopping: new AbortController().signal,
  webhookSender: {},
} as unknown as ApiDependencies;

const routeSchemas = (): SchemaList =>
  apiRoutes(dependencies).flatMap(({ operationId, body, params = {}, query, requestHeaders = {}, responses }) => {
    const declared: Readonly<Record<string, { readonly schema: unknown }>> = {
      ...params,
      ...query?.parameters,
      ...requestHeaders,
      ...responses,
    };
    const named = Object.entries(declared).map(([name, { schema }]) => [`${operationId} ${name}`, schema] as const);
    return [...named, [`${operationId} body`, body?.schema ?? null] as const].filter(([, schema]) => schema !== null);
  });

function problemsOf(ajv: Ajv | Ajv2020, schemas: SchemaList): readonly string[] {
  return schemas.flatMap(([name, schema]) =>
    ajv.validateSchema(schema as object) === true ? [] : [`${name}: ${ajv.errorsText(ajv.errors)}`],
  );
}

test('every schema of routes is one of JSON Schema 2020-12', () => {
  const schemas = [...routeSchemas(), ['an entry of a batch', batchEntry] as const];
  assert.ok(schemas.length > 100, `${schemas.length} schemas`);
  assert.equal(problemsOf(new Ajv2020({ strict: true }), schemas), []);
});

test('so is every shape of facts, profiles and disclosed fields', async () => {
  const facts = await factShapes();
  assert.ok(facts.length > 20, `${facts.length} shapes`);
  const fields: SchemaList = disclosureFields.map(({ name, value }) => [name, value]);
  assert.equal(problemsOf(new Ajv2020({ strict: true }), [...facts, ...shapesOf(profiles), ...fields]), []);
});

test('every schema of commands and of lines of an import is one of draft 7', () => {
  const schemas = { ...commandSchemas, ...lineSchemas(), ...observationSchemas() };
  assert.ok(Object.keys(schemas).length > 30);
  assert.equal(problemsOf(new Ajv(), Object.entries(schemas)), []);
});

test('a schema that is none is found', () => {
  assert.equal(problemsOf(new Ajv2020(), [['wrong', { type: 'strin' }]]).length, 1);
  assert.equal(problemsOf(new Ajv(), [['wrong', { required: 'a' }]]).length, 1);
});

test.run();
