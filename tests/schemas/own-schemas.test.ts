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
import * as authorities from '../../schemas/facts/authorities.ts';
import * as chain from '../../schemas/facts/chain.ts';
import * as checks from '../../schemas/facts/checks.ts';
import * as control from '../../schemas/facts/control.ts';
import * as derived from '../../schemas/facts/derived.ts';
import * as disclosed from '../../schemas/facts/disclosed.ts';
import * as edges from '../../schemas/facts/edges.ts';
import * as issuerOf from '../../schemas/facts/issuer-of.ts';
import * as registers from '../../schemas/facts/registers.ts';
import * as registry from '../../schemas/facts/registry.ts';
import * as reserve from '../../schemas/facts/reserve.ts';
import * as sanctions from '../../schemas/facts/sanctions.ts';
import * as shape from '../../schemas/facts/shape.ts';
import * as sources from '../../schemas/facts/sources.ts';
import { disclosureFields } from '../../schemas/fields/catalogue.ts';

// The program compiles its schemas without checking them (`schemas/own-schemas.ts`).

type SchemaList = readonly (readonly [string, unknown])[];

const isShape = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, Symbol.for('TypeBox.Kind'));

/** What a module declares with TypeBox. */
const shapesOf = (module: object): SchemaList => Object.entries(module).filter(([, value]) => isShape(value));

const factModules: Readonly<Record<string, object>> = {
  authorities,
  chain,
  checks,
  control,
  derived,
  disclosed,
  edges,
  'issuer-of': issuerOf,
  registers,
  registry,
  reserve,
  sanctions,
  shape,
  sources,
};
const factsFolder = new URL('../../schemas/facts/', import.meta.url);

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

test('so is every shape of facts, profiles and disclosed fields', () => {
  assert.equal(
    readdirSync(factsFolder).sort(),
    Object.keys(factModules)
      .map((name) => `${name}.ts`)
      .sort(),
  );
  const facts = Object.values(factModules).flatMap(shapesOf);
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
