import { chains } from '../../../../schemas/values/chains.ts';
import {
  arrayOf,
  closedObject,
  component,
  count,
  flag,
  type JsonSchema,
  named,
  oneOf,
  term,
  text,
} from '../../../../schemas/json-schema.ts';
import type { PathParameter, QueryParameter } from '../../input.ts';

/** Chains that the path of a single asset accepts, in the order of the refusal's message (conformance ). */
const pathChains = ['solana', 'ethereum', 'base', 'plume', 'sepolia', 'avalanche'] as const;

/** Declared as a free-form object with a string as its sample; answers contain a string (conformance A-24). */
const freeForm: JsonSchema = { type: ['string', 'object'] };

const authority = component(
  'AssetAuthority',
  { authority_type: term('authorityType'), address: text, verified: flag, account_type: term('accountType') },
  { multisig_signers: arrayOf(text), asset_authority_id: text },
);

const tokenDetails = component(
  'TokenDetails',
  {
    chain: oneOf(...chains.filter((chain) => chain.inAssetPath).map((chain) => chain.slug)),
    address: text,
    asset_did: freeForm,
    token_name: text,
    token_ticker: text,
    authorities: arrayOf(authority),
    token_image: freeForm,
    copyright_confirmed: flag,
  },
  { account_id: text },
);

const businessDetails = component('BusinessDetails', {
  issuer_did: freeForm,
  business_verified: flag,
  business_name: text,
  business_description: text,
});

export const assetRecord = named(
  'AssetRecord',
  closedObject(
    { token_details: tokenDetails, business_details: businessDetails },
    { website_url: text, whitepaper_url: text, asset_url: text, attestation_address: text },
  ),
);

export const assetList = component('AssetPage', {
  data: arrayOf(assetRecord),
  meta: component('PageMeta', { total: count, page_size: count, page_number: count }),
});

/** An invalid page number counts as absent (conformance A-07). */
const pageParameter = (description: string): QueryParameter => ({
  description,
  schema: { type: 'string', pattern: '^0*[1-9][0-9]*$' },
  expects: 'a whole number from 1',
  ignoreInvalid: true,
  ignoreRepeated: true,
});

export const pageParameters = {
  page_size: pageParameter('Items per page, at most 100; 20 when absent or not a number'),
  page_number: pageParameter('Page, counted from 1; 1 when absent or not a number'),
} as const;

export const chainParameter: PathParameter = {
  description: 'Chain of the asset',
  schema: oneOf(...pathChains),
  refusal: { code: 'invalid_parameter', message: `chain must be one of: ${pathChains.join(', ')}` },
};

export const addressParameter: PathParameter = {
  description: 'Blockchain address of the asset',
  schema: text,
  refusal: { code: 'not_found', message: 'Asset not found' },
};
