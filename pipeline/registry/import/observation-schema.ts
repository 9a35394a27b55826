import type { SchemaObject } from 'ajv';
import { disclosureFields, fieldOf } from '../../../schemas/fields/catalogue.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';

/** Subject of an imported observation: an authority over the token, a disclosed field, or a capture of a document. */
export type ObservedKind = 'authority' | 'disclosure' | 'capture';

/** Null if observations of that field cannot be imported. */
export function observedKindOf(field: string): ObservedKind | null {
  if (field === 'authority' || field === 'capture') return field;
  return fieldOf(field) === undefined ? null : 'disclosure';
}

/** Fields of observations that can be imported. */
export const observableFields = (): readonly string[] => [
  'authority',
  'capture',
  ...disclosureFields.map(({ name }) => name),
];

const hexHash: SchemaObject = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const share: SchemaObject = { type: 'number', minimum: 0, maximum: 1 };

const texts = (maxItems: number): SchemaObject => ({
  type: 'array',
  items: { type: 'string', minLength: 1 },
  maxItems,
});

const closed = (
  properties: Readonly<Record<string, SchemaObject>>,
  required = Object.keys(properties),
): SchemaObject => ({
  properties,
  required,
  additionalProperties: false,
});

/** `AuthorityValue` of schemas/facts.ts; members that may be null may be left out. */
const authorityValue: SchemaObject = {
  type: ['object', 'null'],
  ...closed(
    {
      type: { type: 'string', format: 'name' },
      address: { type: 'string', minLength: 1 },
      accountType: { type: 'string', enum: termsOf('accountType') },
      signers: { type: ['array', 'null'], items: { type: 'string', minLength: 1 }, uniqueItems: true },
      threshold: { type: ['integer', 'null'], minimum: 1 },
    },
    ['type', 'address', 'accountType'],
  ),
};

/** `SourceCaptureValue` of schemas/facts.ts. */
const captureValue: SchemaObject = {
  type: ['object', 'null'],
  ...closed({
    url: { type: 'string', format: 'https-url' },
    finalUrl: { type: 'string', format: 'https-url' },
    documentClass: { type: 'string', enum: termsOf('documentClass') },
    textHash: hexHash,
    maskedHash: hexHash,
    linksHash: hexHash,
    words: { type: 'integer', minimum: 0 },
    comparisons: {
      type: 'array',
      maxItems: 4,
      items: {
        type: 'object',
        ...closed({
          against: hexHash,
          kept5: share,
          new5: share,
          linksAdded: texts(20),
          linksRemoved: texts(20),
          passagesAdded: texts(5),
          passagesRemoved: texts(5),
        }),
      },
    },
  }),
};

/** Members that differ by kind. The catalogue of fields checks the values of disclosed fields. */
const particulars: Readonly<Record<ObservedKind, Readonly<Record<string, SchemaObject>>>> = {
  authority: { subjectKind: { const: 'authority' }, subjectKey: { type: 'string' }, value: authorityValue },
  disclosure: { subjectKind: { const: 'asset' }, subjectKey: { const: '' }, value: {} },
  capture: {
    subjectKind: { const: 'source' },
    subjectKey: { type: 'string', format: 'name' },
    value: captureValue,
  },
};

/** JSON Schema of a line of `observe`, per kind. An absent optional member equals null. */
export const observationSchemas = (): Readonly<Record<ObservedKind, SchemaObject>> => ({
  authority: lineSchema('authority'),
  disclosure: lineSchema('disclosure'),
  capture: lineSchema('capture'),
});

const lineSchema = (kind: ObservedKind): SchemaObject => ({
  type: 'object',
  ...closed(
    {
      assetId: { type: 'string', format: 'uuid' },
      field: { type: 'string' },
      sourceKey: { type: 'string', minLength: 1 },
      ...particulars[kind],
      quote: { type: ['string', 'null'], minLength: 1 },
      sourceUrl: { type: ['string', 'null'], format: 'https-url' },
      sourceHash: { type: ['string', 'null'], format: 'hash' },
      artifactId: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' },
      extractor: { type: 'string', minLength: 1 },
      extractorVersion: { type: 'string', minLength: 1 },
      extractionRule: { type: ['string', 'null'], minLength: 1 },
      documentClass: { type: ['string', 'null'], enum: [...termsOf('documentClass'), null] },
      fetchOutcome: { type: 'string', enum: termsOf('fetchOutcome') },
      parseStatus: { type: 'string', enum: termsOf('parseStatus') },
      observedAt: { type: 'string', format: 'timestamp' },
    },
    [
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
  ),
});
