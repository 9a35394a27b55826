import { exampleOwned } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const record = {
  token_details: {
    chain: 'ethereum',
    address: exampleOwned.address,
    account_id: `eip155:1:${exampleOwned.address}`,
    asset_did: exampleOwned.did,
    token_name: exampleOwned.name,
    token_ticker: exampleOwned.symbol,
    authorities: [
      {
        authority_type: 'owner',
        address: exampleOwned.owner,
        verified: true,
        account_type: 'regular',
        asset_authority_id: exampleOwned.ownerId,
      },
    ],
    token_image: 'https://issuer.example/logo.png',
    copyright_confirmed: true,
  },
  business_details: {
    issuer_did: exampleOwned.issuerDid,
    business_verified: true,
    business_name: exampleOwned.issuer,
    business_description: 'Issues electronic money tokens.',
  },
  website_url: 'https://issuer.example/',
  whitepaper_url: 'https://issuer.example/whitepaper.pdf',
  asset_url: `https://registry.example/verified-assets/${exampleOwned.address}/ethereum`,
} as const;

export const listAssetsDocs: Documentation = {
  description: `
Assets whose issuer passed KYI verification, on Ethereum, Base, Solana, Plume and Avalanche, in the order of their
registration: new ones are added at the end, so pages do not shift. \`meta.total\` counts all of them and
\`meta.page_size\` is the size that was applied.

A page size or number that is no positive whole number counts as absent; a size above 100 is 100. A page behind the last
one is empty. \`Link\` names the other pages. A \`token_image\` that is a signed URL expires within an hour: read the
record again instead of keeping it.
`.trim(),
  examples: {
    firstPage: {
      summary: 'One asset a page',
      query: { page_size: '1', page_number: '1' },
      status: 200,
      answer: { data: [record], meta: { total: 2, page_size: 1, page_number: 1 } },
    },
  },
};

export const getAssetDocs: Documentation = {
  description: `
The record of a verified asset at an address. EVM addresses are found in any letter case and answered with their EIP-55
checksum; addresses on Solana are case-sensitive. An address that is malformed, unknown or of an issuer that is not
verified is 404, all with the same body. The path also accepts \`sepolia\`, whose assets are not listed.
`.trim(),
  examples: {
    asset: {
      summary: 'A token on Ethereum',
      params: { chain: 'ethereum', account_address: exampleOwned.address },
      status: 200,
      answer: record,
    },
  },
};
