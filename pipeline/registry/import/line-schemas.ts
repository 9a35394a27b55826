import {
  arrayOf,
  constant,
  flag,
  formatted,
  type JsonSchema,
  objectOf,
  oneOf,
  textUpTo,
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

/** Most characters of a name, of the name of a token, of an address on the web, of a description and of a signed text. */
const longest = { name: 512, token: 64, url: 2_048, description: 4_096, challenge: 65_536 } as const;

const nameText: JsonSchema = { ...textUpTo(longest.name), minLength: 1 };
const nullableName = typeOrNull(nameText);
const form = (format: FormatName): JsonSchema => ({
  ...formatted(format),
  maxLength: format.endsWith('-url') ? longest.url : longest.name,
});
const nullable = (format: FormatName): JsonSchema => typeOrNull(form(format));
const list = (items: JsonSchema): JsonSchema => typeOrNull(arrayOf(items, { uniqueItems: true }));
const optionalObject = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema =>
  typeOrNull(objectOf(properties, required));

/** Most references to evidence of one decision. */
const mostEvidence = 20;

const vouching = optionalObject(
  {
    by: nameText,
    why: { ...textUpTo(longest.description), minLength: 1 },
    evidence: typeOrNull(
      arrayOf({ ...textUpTo(longest.url), minLength: 1 }, { uniqueItems: true, maxItems: mostEvidence }),
    ),
  },
  ['by', 'why'],
);

const partyLine = objectOf(
  {
    type: constant('party'),
    partyId: form('uuid'),
    did: form('ulid'),
    name: nameText,
    legalName: nullableName,
    lei: nullable('lei'),
    registrationNumber: nullableName,
    country: nullable('country'),
    aliases: list(nameText),
    wallets: list(form('wallet')),
    isins: list(form('isin')),
    bics: list(form('bic')),
    taxIds: list(objectOf({ country: nullable('country'), value: nameText }, ['value'])),
    kyi: optionalObject({ status: oneOf(...termsOf('kyiStatus')), at: nullable('timestamp') }, ['status']),
    kyb: optionalObject({ verified: flag, at: nullable('timestamp') }, ['verified']),
    description: typeOrNull(textUpTo(longest.description)),
    kind: { type: ['string', 'null'], enum: [...termsOf('partyKind'), null] },
    birthYear: { type: ['integer', 'null'], minimum: 1800, maximum: 2100 },
    vouched: vouching,
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
    address: nameText,
    standard: form('standard'),
    decimals: { type: ['integer', 'null'], minimum: 0, maximum: 255 },
    name: nameText,
    symbol: nameText,
    description: typeOrNull(textUpTo(longest.description)),
    websiteUrl: nullable('https-url'),
    whitepaperUrl: nullable('https-url'),
    image: optionalObject({ url: form('https-url'), copyrightConfirmed: flag }, ['url', 'copyrightConfirmed']),
    attestationAddress: nullableName,
    issuerId: nullable('uuid'),
    parties: list(objectOf({ partyId: form('uuid'), role: oneOf(...termsOf('partyRole')) }, ['partyId', 'role'])),
    identifiers: optionalObject({ dti: list(form('dti')), ffg: list(form('dti')), isin: list(form('isin')) }, []),
    regimes: list(oneOf(...termsOf('regime'))),
    sources: list(
      objectOf(
        {
          sourceId: form('name'),
          url: form('source-url'),
          kind: oneOf(...termsOf('sourceKind')),
          extractor: nameText,
        },
        ['sourceId', 'url', 'kind', 'extractor'],
      ),
    ),
    verifiedAt: nullable('timestamp'),
    token: typeOrNull({ ...textUpTo(longest.token), minLength: 1 }),
    vouched: vouching,
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
    authority: objectOf({ type: form('name'), address: nameText }, ['type', 'address']),
    method: { type: 'object', properties: { type: nameText }, required: ['type'] },
    challenge: typeOrNull(textUpTo(longest.challenge)),
    evidence: { type: ['object', 'null'] },
    provedAt: form('timestamp'),
  },
  ['type', 'proofId', 'assetId', 'authority', 'method', 'provedAt'],
);
