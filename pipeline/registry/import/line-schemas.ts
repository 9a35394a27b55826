import {
  arrayOf,
  constant,
  flag,
  formatted,
  type JsonSchema,
  nonEmptyText,
  objectOf,
  oneOf,
  text,
  typeOrNull,
} from '../../../schemas/json-schema.ts';
import { chains } from '../../../schemas/values/chains.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import type { FormatName } from '../../../schemas/values/formats.ts';

/** JSON Schemas of the lines of `registry import`. An absent optional member equals null. */
export const lineSchemas = (): Readonly<Record<'party' | 'asset' | 'proof', JsonSchema>> => ({
  party: partyLine,
  asset: assetLine,
  proof: proofLine,
});

const nullableText = typeOrNull(text);
const nonEmptyNullable = typeOrNull(nonEmptyText);
const form = (format: FormatName): JsonSchema => formatted(format);
const nullable = (format: FormatName): JsonSchema => typeOrNull(formatted(format));
const list = (items: JsonSchema): JsonSchema => typeOrNull(arrayOf(items, { uniqueItems: true }));
const optionalObject = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema =>
  typeOrNull(objectOf(properties, required));

const partyLine = objectOf(
  {
    type: constant('party'),
    partyId: form('uuid'),
    did: form('ulid'),
    name: nonEmptyText,
    legalName: nonEmptyNullable,
    lei: nullable('lei'),
    registrationNumber: nonEmptyNullable,
    country: nullable('country'),
    aliases: list(nonEmptyText),
    wallets: list(form('wallet')),
    isins: list(form('isin')),
    kyi: optionalObject({ status: oneOf(...termsOf('kyiStatus')), at: nullable('timestamp') }, ['status']),
    kyb: optionalObject({ verified: flag, at: nullable('timestamp') }, ['verified']),
    description: nullableText,
  },
  ['type', 'partyId', 'did', 'name'],
);

const assetLine = objectOf(
  {
    type: constant('asset'),
    assetId: form('uuid'),
    did: form('ulid'),
    slug: form('slug'),
    chain: oneOf(...chains.map(({ slug }) => slug)),
    address: nonEmptyText,
    standard: form('standard'),
    decimals: { type: ['integer', 'null'], minimum: 0, maximum: 255 },
    name: nonEmptyText,
    symbol: nonEmptyText,
    description: nullableText,
    websiteUrl: nullable('https-url'),
    whitepaperUrl: nullable('https-url'),
    image: optionalObject({ url: form('https-url'), copyrightConfirmed: flag }, ['url', 'copyrightConfirmed']),
    attestationAddress: nonEmptyNullable,
    issuerId: nullable('uuid'),
    parties: list(objectOf({ partyId: form('uuid'), role: oneOf(...termsOf('partyRole')) }, ['partyId', 'role'])),
    identifiers: optionalObject({ dti: list(form('dti')), ffg: list(form('dti')), isin: list(form('isin')) }, []),
    regimes: list(oneOf(...termsOf('regime'))),
    sources: list(
      objectOf(
        {
          sourceId: form('name'),
          url: form('https-url'),
          kind: oneOf(...termsOf('sourceKind')),
          extractor: nonEmptyText,
        },
        ['sourceId', 'url', 'kind', 'extractor'],
      ),
    ),
    verifiedAt: nullable('timestamp'),
    status: oneOf(...termsOf('assetStatus')),
  },
  ['type', 'assetId', 'did', 'slug', 'chain', 'address', 'standard', 'name', 'symbol', 'status'],
);

/** The members of `method` and `evidence` depend on the method; its verifier checks them. */
const proofLine = objectOf(
  {
    type: constant('proof'),
    proofId: form('uuid'),
    assetId: form('uuid'),
    authority: objectOf({ type: form('name'), address: nonEmptyText }, ['type', 'address']),
    method: { type: 'object', properties: { type: nonEmptyText }, required: ['type'] },
    challenge: nullableText,
    evidence: { type: ['object', 'null'] },
    provedAt: form('timestamp'),
  },
  ['type', 'proofId', 'assetId', 'authority', 'method', 'provedAt'],
);
