import {
  arrayOf,
  closedObject,
  component,
  constant,
  dateTime,
  flag,
  type JsonSchema,
  named,
  oneOf,
  orNull,
  term,
  text,
} from '../../../../schemas/json-schema.ts';
import { caip19Pattern } from '../../../../schemas/values/caip.ts';
import type { QueryParameter } from '../../input.ts';

export const method: JsonSchema = named('VerificationMethod', {
  oneOf: [
    component('SignatureMethod', {
      type: constant('signature'),
      scheme: oneOf('eip191', 'eip712', 'solana_raw', 'solana_offchain_v0'),
    }),
    component('XrplSignatureMethod', {
      type: constant('signature'),
      scheme: constant('xrpl'),
      signer_public_key: text,
    }),
    component('ContractSignatureMethod', {
      type: constant('contract_signature'),
      scheme: constant('eip1271'),
      inner_scheme: oneOf('eip191', 'eip712'),
      caip2: text,
      block_number: { type: 'integer' },
    }),
    component('TransferAmountMethod', {
      type: constant('transfer'),
      kind: constant('amount'),
      transaction_hash: text,
      sender: text,
      asset: text,
      amount: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
    }),
    component('TransferMemoMethod', { type: constant('transfer'), kind: constant('memo'), memo: text }),
    component('ManualMethod', { type: constant('admin_manual') }),
  ],
});

export const provedAuthority = component('ProvedAuthority', { type: text, address: text });

const verification = named(
  'Verification',
  closedObject({
    id: text,
    method,
    proved_at: dateTime,
    authority: provedAuthority,
    verified_by: text,
  }),
);

const authority = component('TokenAuthority', {
  type: text,
  address: text,
  account_type: term('accountType'),
  account: {
    type: 'string',
    description:
      'What was read of the account, in words: "key", "contract", "time lock", "2 of 3 signers", "an account, kind not read".',
  },
  signers: arrayOf(text),
  threshold: { type: ['number', 'null'] },
  observed_at: orNull(dateTime),
});

const token = component('TokenIdentity', {
  caip19: text,
  caip2: text,
  chain_slug: text,
  address: text,
  standard: text,
  decimals: { type: ['integer', 'null'] },
  verified_at: orNull(dateTime),
});

const asset = component('TokenAsset', {
  slug: text,
  name: text,
  symbol: text,
  description: text,
  website_url: { type: ['string', 'null'] },
  whitepaper_url: { type: ['string', 'null'] },
});

export const tokenRecord = named(
  'Token',
  closedObject({
    kyi_verified: flag,
    token,
    asset,
    issuer: orNull(component('TokenIssuer', { name: text, kyb_verified: flag })),
    authorities: arrayOf(authority),
    verifications: arrayOf(verification),
  }),
);

export const tokenLookup = component('TokenLookup', { kyi_verified: flag, data: arrayOf(tokenRecord) });

export const noToken = component('NoToken', {
  kyi_verified: constant(false),
  data: arrayOf(tokenRecord, { maxItems: 0 }),
});

/** Most entries of a batch. */
const maxEntries = 250;

/** Entries are checked one by one, so a malformed one does not affect the others. */
export const batchBody = component('TokenBatchRequest', {
  tokens: { type: 'array', minItems: 1, maxItems: maxEntries, items: true },
});

const errorEntry = component('TokenBatchError', {
  query: {},
  error: component('TokenBatchRefusal', { message: text, error: text, statusCode: { type: 'integer' } }),
});

export const batchLookup = component('TokenBatch', {
  results: arrayOf({
    oneOf: [component('TokenBatchAnswer', { query: {}, kyi_verified: flag, data: arrayOf(tokenRecord) }), errorEntry],
  }),
});

const textParameter = (description: string): QueryParameter => ({ description, schema: text, expects: 'text' });

export const lookupParameters = {
  caip19: {
    ...textParameter('CAIP-19 asset identifier'),
    // The handler checks the form after the combination of parameters, with a message of its own.
    shown: { type: 'string', pattern: caip19Pattern },
  },
  address: textParameter('Token contract address'),
  chain_slug: textParameter('Narrows an address to one chain'),
} as const;
