import type { SchemaObject } from 'ajv';
import { termsOf } from '../../../schemas/vocabulary.ts';

/** Fields of observations that can be imported, with the shape of their values (schemas/facts.ts). */
export const observableFields: Readonly<
  Record<string, { readonly subjectKind: string; readonly value: SchemaObject }>
> = {
  authority: {
    subjectKind: 'authority',
    value: {
      type: ['object', 'null'],
      properties: {
        type: { type: 'string', format: 'name' },
        address: { type: 'string', minLength: 1 },
        accountType: { type: 'string', enum: termsOf('accountType') },
        signers: { type: ['array', 'null'], items: { type: 'string', minLength: 1 }, uniqueItems: true },
        threshold: { type: ['integer', 'null'], minimum: 1 },
      },
      required: ['type', 'address', 'accountType'],
      additionalProperties: false,
    },
  },
};

/** JSON Schema of a line of `observe`, per field. An absent optional member equals null. */
export const observationSchemas = (): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries(
    Object.entries(observableFields).map(([field, { subjectKind, value }]) => [
      field,
      {
        type: 'object',
        properties: {
          assetId: { type: 'string', format: 'uuid' },
          subjectKind: { const: subjectKind },
          subjectKey: { type: 'string' },
          field: { const: field },
          sourceKey: { type: 'string', minLength: 1 },
          value,
          quote: { type: ['string', 'null'], minLength: 1 },
          sourceUrl: { type: ['string', 'null'], format: 'https-url' },
          sourceHash: { type: ['string', 'null'], format: 'hash' },
          artifactId: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' },
          extractor: { type: 'string', minLength: 1 },
          extractorVersion: { type: 'string', minLength: 1 },
          fetchOutcome: { type: 'string', enum: termsOf('fetchOutcome') },
          parseStatus: { type: 'string', enum: termsOf('parseStatus') },
          observedAt: { type: 'string', format: 'timestamp' },
        },
        required: [
          'assetId',
          'subjectKind',
          'subjectKey',
          'field',
          'sourceKey',
          'value',
          'extractor',
          'extractorVersion',
          'fetchOutcome',
          'parseStatus',
          'observedAt',
        ],
        additionalProperties: false,
      },
    ]),
  );
