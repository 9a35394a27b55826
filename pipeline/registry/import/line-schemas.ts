import type { SchemaObject } from 'ajv';
import { chains } from '../../../schemas/values/chains.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import type { FormatName } from '../../../schemas/values/formats.ts';

/** JSON Schemas of the lines of `registry import`. An absent optional member equals null. */
export const lineSchemas = (): Readonly<Record<'party' | 'asset' | 'proof', SchemaObject>> => ({
  party: partyLine,
  asset: assetLine,
  proof: proofLine,
});

const text = { type: 'string', minLength: 1 };
const nullableText = { type: ['string', 'null'] };
const nonEmptyNullable = { type: ['string', 'null'], minLength: 1 };
const flag = { type: 'boolean' };
const form = (format: FormatName): SchemaObject => ({ type: 'string', format });
const nullable = (format: FormatName): SchemaObject => ({ type: ['string', 'null'], format });
const oneOf = (values: readonly string[]): SchemaObject => ({ type: 'string', enum: values });
const list = (items: SchemaObject): SchemaObject => ({ type: ['array', 'null'], items, uniqueItems: true });

const object = (
  properties: Readonly<Record<string, SchemaObject>>,
  required: readonly string[],
  type: string | readonly string[] = 'object',
): SchemaObject => ({ type, properties, required, additionalProperties: false });
const optionalObject = (
  properties: Readonly<Record<string, SchemaObject>>,
  required: readonly string[],
): SchemaObject => object(properties, required, ['object', 'null']);

const partyLine = object(
  {
    type: { const: 'party' },
    partyId: form('uuid'),
    did: form('ulid'),
    name: text,
    legalName: nonEmptyNullable,
    lei: nullable('lei'),
    registrationNumber: nonEmptyNullable,
    country: nullable('country'),
    aliases: list(text),
    wallets: list(form('wallet')),
    isins: list(form('isin')),
    kyi: optionalObject({ status: oneOf(termsOf('kyiStatus')), at: nullable('timestamp') }, ['status']),
    kyb: optionalObject({ verified: flag, at: nullable('timestamp') }, ['verified']),
    description: nullableText,
  },
  ['type', 'partyId', 'did', 'name'],
);

const assetLine = object(
  {
    type: { const: 'asset' },
    assetId: form('uuid'),
    did: form('ulid'),
    slug: form('slug'),
    chain: oneOf(chains.map(({ slug }) => slug)),
    address: text,
    standard: form('standard'),
    decimals: { type: ['integer', 'null'], minimum: 0, maximum: 255 },
    name: text,
    symbol: text,
    description: nullableText,
    websiteUrl: nullable('https-url'),
    whitepaperUrl: nullable('https-url'),
    image: optionalObject({ url: form('https-url'), copyrightConfirmed: flag }, ['url', 'copyrightConfirmed']),
    attestationAddress: nonEmptyNullable,
    issuerId: nullable('uuid'),
    parties: list(object({ partyId: form('uuid'), role: oneOf(termsOf('partyRole')) }, ['partyId', 'role'])),
    identifiers: optionalObject({ dti: list(form('dti')), ffg: list(form('dti')), isin: list(form('isin')) }, []),
    regimes: list(oneOf(termsOf('regime'))),
    sources: list(
      object(
        {
          sourceId: form('name'),
          url: form('https-url'),
          kind: oneOf(termsOf('sourceKind')),
          extractor: text,
        },
        ['sourceId', 'url', 'kind', 'extractor'],
      ),
    ),
    verifiedAt: nullable('timestamp'),
    status: oneOf(termsOf('assetStatus')),
  },
  ['type', 'assetId', 'did', 'slug', 'chain', 'address', 'standard', 'name', 'symbol', 'status'],
);

/** The members of `method` and `evidence` depend on the method; its verifier checks them. */
const proofLine = object(
  {
    type: { const: 'proof' },
    proofId: form('uuid'),
    assetId: form('uuid'),
    authority: object({ type: form('name'), address: text }, ['type', 'address']),
    method: { type: 'object', properties: { type: text }, required: ['type'] },
    challenge: nullableText,
    evidence: { type: ['object', 'null'] },
    provedAt: form('timestamp'),
  },
  ['type', 'proofId', 'assetId', 'authority', 'method', 'provedAt'],
);
