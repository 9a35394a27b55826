import {
  exampleAddress,
  exampleIds,
  exampleIssuer,
  exampleUnregistered,
  exampleWatchedAsset,
} from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const issuerName = 'Example Issuer S.A.';
const counts = {
  parties: 0,
  assets: 0,
  new: 0,
  changed: 0,
  differs: 0,
  unchanged: 0,
  public: 0,
  skipped: 0,
  issues: 0,
} as const;
const party = { type: 'party', partyId: exampleIds.declaredParty, did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C4Z', name: issuerName };
const partyText = JSON.stringify({ ...party, country: 'LU' });
const tokenText = `[{"chainId":1,"address":"${exampleUnregistered}","name":"Example Euro","symbol":"EEUR","decimals":6}]`;
const review = { ok: true, counts, diff: [], public: [], issues: [], notes: [], asOf: null, behind: null } as const;
const declaredToken = {
  outcome: 'new',
  kind: 'assets',
  id: exampleIds.declaredAsset,
  label: 'EEUR on ethereum',
  members: [],
} as const;

export const importDocs: Documentation = {
  description: `
Appends what a text declares, all or nothing, and answers once it is served: NDJSON of parties and assets as \`attestry
registry export\` prints it, a token list, a CSV or a token a line; \`format\` names the form, else the content shows it. \`chain\` and
\`issuer\` are those of tokens that state none; a named issuer is monitored, but not vouched for. A registered token that is
stated otherwise is in \`diff\` as \`differs\` and stays as it is unless \`update\` is true. What no line names stays, too.
\`dryRun\` appends nothing and lists problems in \`issues\`; else a text with a problem is 400, with the first twenty in
\`details\`. Lists are cut to 100 entries, \`counts\` are whole. \`asOf\` is the record time, by default now. Lines of proofs
are for the command. At most 1 MiB and 2,000 lines or tokens; a \`behind\` that is not null names who has not read it after 10 s.
`.trim(),
  examples: {
    party: {
      summary: 'A party is declared again by one line of NDJSON',
      body: { text: partyText },
      status: 201,
      answer: {
        ...review,
        counts: { ...counts, parties: 1, changed: 1 },
        diff: [
          {
            outcome: 'changed',
            kind: 'parties',
            id: exampleIds.declaredParty,
            label: issuerName,
            members: [{ member: 'country', before: 'FR', after: 'LU' }],
          },
        ],
        asOf: '2026-06-01T12:00:00.000Z',
      },
    },
    dryRun: {
      summary: 'What a token list would declare',
      body: { text: tokenText, issuer: issuerName, dryRun: true },
      status: 200,
      answer: {
        ...review,
        counts: { ...counts, assets: 1, new: 1 },
        diff: [declaredToken],
        notes: ['1 issuer without an LEI'],
      },
    },
  },
};

export const proposeDocs: Documentation = {
  description: `
Reads a token from its chain and answers with the declaration that \`attestry asset add\` would append: \`lines\` are what
\`POST /registry/import\` takes, empty where the token is registered so already. \`token\` is a CAIP-19 id, an address or the
URL of an explorer. What is stated beside it wins over the chain, but for decimals, which must be those of the chain. If no
node answers, name, symbol and decimals must be given, and \`notCompared\` states why. Nothing is appended.
`.trim(),
  examples: {
    stated: {
      summary: 'A token of which everything is stated',
      body: {
        token: `eip155:1/erc20:${exampleUnregistered}`,
        issuer: issuerName,
        name: 'Example Euro',
        symbol: 'EEUR',
        decimals: 6,
      },
      status: 200,
      answer: {
        caip19: `eip155:1/erc20:${exampleUnregistered}`,
        members: [{ member: 'name', value: 'Example Euro', origin: 'given' }],
        lines: '{"type":"asset","…":"…"}',
        notCompared: 'ATTESTRY_RPC_ETHEREUM is not set',
        review: {
          ...review,
          counts: { ...counts, assets: 1, new: 1 },
          diff: [declaredToken],
          notes: ['1 issuer without an LEI'],
        },
      },
    },
  },
};

const listing = (what: string): string =>
  `${what} as the operator declared them, those that are not public, too. \`nextCursor\` leads to the next page; null on the last.`;

export const assetsDocs: Documentation = {
  description: `${listing('Tokens')} An issuer that is not \`linked\` is named alone: the token is monitored, and not public.`,
  examples: {
    page: {
      summary: 'Tokens of an issuer',
      query: { issuer: exampleIssuer.name },
      status: 200,
      answer: {
        items: [
          {
            id: exampleIds.watchedAsset,
            did: '1HCC7D6BWT09E6AXR4PJW4D3YW',
            slug: 'usdc-ethereum',
            chain: 'ethereum',
            address: exampleAddress,
            standard: 'erc20',
            symbol: exampleWatchedAsset.symbol,
            name: exampleWatchedAsset.name,
            status: 'active',
            issuer: { id: exampleIds.issuer, name: exampleIssuer.name, linked: true },
            public: true,
            declaredAt: '2026-06-01T12:00:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
};

export const partiesDocs: Documentation = {
  description: `${listing('Parties')} \`tokens\` counts the active tokens that name or link the party as their issuer.`,
  examples: {
    page: {
      summary: 'Parties whose name has a text',
      query: { q: 'circle' },
      status: 200,
      answer: {
        items: [
          {
            id: exampleIds.issuer,
            did: exampleIssuer.did,
            name: exampleIssuer.name,
            legalName: exampleIssuer.legalName,
            lei: exampleIssuer.lei,
            country: 'FR',
            kyi: 'verified',
            tokens: 1,
            declaredAt: '2026-06-01T12:00:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
};

const history = `
Every declaration, the newest first, at most 200: what it changed, and who decided and why where it records a decision
(\`vouched\`). Values are texts, JSON where they are not; null is no value.
`.trim();

export const assetHistoryDocs: Documentation = {
  description: history,
  examples: {
    history: {
      summary: 'An asset that was declared once',
      params: { id: exampleIds.watchedAsset },
      status: 200,
      answer: { items: [{ declaredAt: '2026-06-01T12:00:00.000Z', first: true, changes: [], vouched: null }] },
    },
  },
};

export const partyHistoryDocs: Documentation = {
  description: history,
  examples: {
    history: {
      summary: 'A party that was declared once',
      params: { id: exampleIds.issuer },
      status: 200,
      answer: { items: [{ declaredAt: '2026-06-01T12:00:00.000Z', first: true, changes: [], vouched: null }] },
    },
  },
};
