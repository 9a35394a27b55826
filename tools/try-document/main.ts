/**
 * A page of terms for docs/try-a-document.md: `write FEE` writes it with this redemption fee, and the lines to import;
 * `serve` serves its folder. A port behind them replaces 8090.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { serveFolder } from '../../cli/demo/serve-folder.ts';

const folder = 'try-document';
const registryFile = 'try-document.ndjson';
const [command, ...given] = process.argv.slice(2);
const port = Number(given.at(-1)) > 1_000 ? Number(given.at(-1)) : 8090;
const url = `http://127.0.0.1:${port}/terms.html`;

const clauses = [
  'Example Issuer issues the Local Token, and redeems it in euro on request of a holder.',
  'A holder sends a request with the number of tokens, and the account in which the euro shall arrive.',
  'Requests that arrive on a day on which banks in Frankfurt are closed count as requests of the next day.',
  'The reserve is held apart from the other property of the issuer, at credit institutions in the European Union.',
  'Holders have no claim to interest, and the issuer pays none for the time in which they have the token.',
  'The issuer publishes how many tokens are in circulation, and what the reserve consists of, on the first day of a month.',
];

function write(fee: string | undefined): void {
  if (!/^\d(?:\.\d{1,2})?$/.test(fee ?? '')) throw new Error('write takes a fee in percent, as 0.10');
  const all = [
    ...clauses,
    `We charge a redemption fee of ${fee}% on each request.`,
    'These terms are governed by the laws of Ireland.',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/terms.html`,
    `<!doctype html>\n<html lang="en"><head><title>Terms of the Local Token</title></head><body>\n<h1>Terms</h1>\n${all.map((clause) => `<p>${clause}</p>\n`).join('')}</body></html>\n`,
  );
  writeFileSync(registryFile, registryLines());
  console.log(`${folder}/terms.html has a redemption fee of ${fee}%`);
}

function registryLines(): string {
  const partyId = '6f1a7a52-0d5e-4f0e-9c53-5d0d4c0a0003';
  const kyi = { status: 'verified', at: '2026-01-01T00:00:00Z' };
  const party = { type: 'party', partyId, did: '01J00000000000000000000003', name: 'Example Issuer (local)', kyi };
  const asset = {
    type: 'asset',
    assetId: '6f1a7a52-0d5e-4f0e-9c53-5d0d4c0a0004',
    did: '01J00000000000000000000004',
    slug: 'local-token',
    chain: 'ethereum',
    address: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
    standard: 'erc20',
    decimals: 18,
    name: 'Local Token',
    symbol: 'LOCAL',
    issuerId: partyId,
    status: 'active',
    sources: [{ sourceId: 'terms', url, kind: 'terms', extractor: 'terms' }],
  };
  return [party, asset].map((line) => `${JSON.stringify(line)}\n`).join('');
}

if (command === 'write') write(given[0]);
else if (command === 'serve') {
  await serveFolder(folder, port);
  console.log(`serving ${folder} at ${url}`);
} else throw new Error('write FEE, or serve');
