import { disclosureFields, fieldOf } from '../../../schemas/fields/catalogue.ts';
import {
  arrayOf,
  closedObject,
  constant,
  count,
  formatted,
  type JsonSchema,
  matching,
  nonEmptyText,
  objectOf,
  oneOf,
  text,
  typeOrNull,
} from '../../../schemas/json-schema.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { chainFieldNames, isChainField } from './chain-fact.ts';
import { isReserveField, reserveFieldNames } from './reserve-fact.ts';

/**
 * Subject of an imported observation: an authority over the token, another fact of its chain, a fact of a document, a
 * disclosed field, parties in a role, or a capture.
 */
export type ObservedKind = 'authority' | 'chain' | 'reserve' | 'disclosure' | 'edges' | 'capture';

/** Null if observations of that field cannot be imported. */
export function observedKindOf(field: string): ObservedKind | null {
  if (field === 'authority' || field === 'capture' || field === 'edges') return field;
  if (isChainField(field)) return 'chain';
  if (isReserveField(field)) return 'reserve';
  return fieldOf(field) === undefined ? null : 'disclosure';
}

/** Fields of observations that can be imported. */
export const observableFields = (): readonly string[] => [
  'authority',
  'capture',
  'edges',
  ...chainFieldNames,
  ...reserveFieldNames,
  ...disclosureFields.map(({ name }) => name),
];

const hexHash = matching('^[0-9a-f]{64}$');
const share: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };

const texts = (maxItems: number): JsonSchema => arrayOf(nonEmptyText, { maxItems });

/** `AuthorityValue` of schemas/facts.ts; members that may be null may be left out. */
const authorityValue = typeOrNull(
  closedObject(
    { type: formatted('name'), address: nonEmptyText, accountType: oneOf(...termsOf('accountType')) },
    {
      signers: typeOrNull(arrayOf(nonEmptyText, { uniqueItems: true })),
      threshold: { type: ['integer', 'null'], minimum: 1 },
    },
  ),
);

/** `SourceCaptureValue` of schemas/facts.ts. */
const captureValue = typeOrNull(
  closedObject({
    url: formatted('source-url'),
    finalUrl: formatted('source-url'),
    documentClass: oneOf(...termsOf('documentClass')),
    textHash: hexHash,
    maskedHash: hexHash,
    linksHash: hexHash,
    words: count,
    comparisons: arrayOf(
      closedObject({
        against: hexHash,
        kept5: share,
        new5: share,
        linksAdded: texts(20),
        linksRemoved: texts(20),
        passagesAdded: texts(5),
        passagesRemoved: texts(5),
      }),
      { maxItems: 4 },
    ),
  }),
);

const day = matching('^\\d{4}-\\d{2}-\\d{2}$');

/** `PartyEdgesValue` of schemas/facts.ts. */
const edgesValue = typeOrNull(
  closedObject({
    from: nonEmptyText,
    role: oneOf(...termsOf('partyRole')),
    to: arrayOf(
      closedObject(
        { name: nonEmptyText },
        {
          lei: formatted('lei'),
          registration: nonEmptyText,
          country: formatted('country'),
          bic: nonEmptyText,
          taxId: nonEmptyText,
          since: day,
          until: day,
        },
      ),
      { maxItems: 200 },
    ),
  }),
);

/** Members that differ by kind. The values of disclosed fields and of facts of a chain or a report are checked by their own shapes. */
const particulars: Readonly<Record<ObservedKind, Readonly<Record<string, JsonSchema>>>> = {
  authority: { subjectKind: constant('authority'), subjectKey: text, value: authorityValue },
  chain: { subjectKind: oneOf('asset', 'authority'), subjectKey: text, value: {} },
  reserve: { subjectKind: constant('asset'), subjectKey: constant(''), value: {} },
  disclosure: { subjectKind: constant('asset'), subjectKey: constant(''), value: {} },
  edges: { subjectKind: constant('party'), subjectKey: text, value: edgesValue },
  capture: { subjectKind: constant('source'), subjectKey: formatted('name'), value: captureValue },
};

/** JSON Schema of a line of `observe`, per kind. An absent optional member equals null. */
export const observationSchemas = (): Readonly<Record<ObservedKind, JsonSchema>> => ({
  authority: lineSchema('authority'),
  chain: lineSchema('chain'),
  reserve: lineSchema('reserve'),
  disclosure: lineSchema('disclosure'),
  edges: lineSchema('edges'),
  capture: lineSchema('capture'),
});

const lineSchema = (kind: ObservedKind): JsonSchema =>
  objectOf(
    {
      assetId: formatted('uuid'),
      field: text,
      sourceKey: nonEmptyText,
      ...particulars[kind],
      quote: typeOrNull(nonEmptyText),
      sourceUrl: typeOrNull(formatted('source-url')),
      sourceHash: typeOrNull(formatted('hash')),
      artifactId: typeOrNull(hexHash),
      extractor: nonEmptyText,
      extractorVersion: nonEmptyText,
      extractionRule: typeOrNull(nonEmptyText),
      documentClass: { type: ['string', 'null'], enum: [...termsOf('documentClass'), null] },
      place: typeOrNull(nonEmptyText),
      reading: typeOrNull(hexHash),
      quorum: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
      fetchOutcome: oneOf(...termsOf('fetchOutcome')),
      parseStatus: oneOf(...termsOf('parseStatus')),
      observedAt: formatted('timestamp'),
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
  );
