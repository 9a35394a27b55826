import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chainBySlug } from '../../../schemas/values/chains.ts';
import { chainAmong, chainNamed, explorerHosts, readTokenText } from '../../../schemas/values/token-text.ts';
import { anyCharacter } from '../../support/any-character.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const issued = 'USD.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De';

/** What a text states, in short: address, chain by slug, or what names another place. */
const shortOf = (text: string): string | null => {
  const token = readTokenText(text);
  if (token === null) return null;
  const { address, chain, otherChain, unknownHost, rest } = token;
  const place = chain?.slug ?? (otherChain === null ? `? ${unknownHost ?? ''}`.trim() : `not ${otherChain}`);
  return [address, place, ...rest].join(' | ');
};

const read: readonly (readonly [string, string | null])[] = [
  [`eip155:1/erc20:${usdc}`, `${usdc} | ethereum`],
  [`eip155:1:${usdc}`, `${usdc} | ethereum`],
  ['eip155:1/slip44:60', '60 | ethereum'],
  [`eip155:137/erc20:${usdc}`, `${usdc} | not eip155:137`],
  [usdc, `${usdc} | ?`],
  [`(${usdc.toLowerCase()}).`, `${usdc.toLowerCase()} | ?`],
  [`${usdc} on base`, `${usdc} | base | on`],
  [`Base ${usdc}`, `${usdc} | base`],
  [`${usdc} Solana`, `${usdc} | ? | Solana`],
  [`ethereum:${usdc}`, `${usdc} | ethereum`],
  [`ethereum:${usdc}@8453/transfer?uint256=1`, `${usdc} | base`],
  [`ethereum:${usdc}@137`, `${usdc} | not eip155:137`],
  [`eth:${usdc}`, `${usdc} | ethereum`],
  [`contract:${usdc}`, `${usdc} | ?`],
  [mint, `${mint} | ?`],
  [`solana:${mint}`, `${mint} | solana`],
  [issued, `${issued} | ?`],
  [`${issued} XRP Ledger`, `${issued} | xrpl`],
  [`https://etherscan.io/token/${usdc}?a=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed#code`, `${usdc} | ethereum`],
  [`https://www.etherscan.io/address/${usdc}`, `${usdc} | ethereum`],
  [`etherscan.io/token/${usdc}`, `${usdc} | ethereum`],
  [`see https://basescan.org/token/${usdc}, please`, `${usdc} | base | see | please`],
  [`https://holesky.etherscan.io/token/${usdc}`, `${usdc} | ? holesky.etherscan.io`],
  [`https://etherscan.io.example/token/${usdc}`, `${usdc} | ? etherscan.io.example`],
  [`https://polygonscan.com/token/${usdc}`, `${usdc} | ? polygonscan.com`],
  [`https://polygonscan.com/token/${usdc} base`, `${usdc} | base`],
  [`https://etherscan.io/token/${mint}`, `${mint} | not etherscan.io`],
  [`https://solscan.io/token/${mint}`, `${mint} | solana`],
  [`https://explorer.solana.com/address/${mint}?cluster=devnet`, `${mint} | not explorer.solana.com devnet`],
  [`https://xrpscan.com/token/${issued}`, `${issued} | xrpl`],
  [`https://registry.example/verified-assets/${usdc}/plume`, `${usdc} | plume`],
  [`https://registry.example/?q=eip155%3A1%2Ferc20%3A${usdc}`, `${usdc} | ethereum`],
  [`https://app.example/#/token/${usdc}`, `${usdc} | ? app.example`],
  ['https://etherscan.io/tx/0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060', null],
  ['0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060', null],
  ['https://etherscan.io/', null],
  ['https://%zz', null],
  ['USDC base', null],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1O', null],
  ['', null],
];
for (const [text, expected] of read) test(`a token is read from "${text}"`, () => assert.is(shortOf(text), expected));

test('the form and the namespace are those of the text', () => {
  assert.is(readTokenText(`eip155:1/erc20:${usdc}`)?.form, 'caip19');
  assert.is(readTokenText(`eip155:1/erc20:${usdc}`)?.namespace, 'erc20');
  assert.is(readTokenText(usdc)?.form, 'address');
  assert.is(readTokenText(`https://etherscan.io/token/${usdc}`)?.form, 'url');
});

test('every explorer has a chain of the table', () => {
  for (const [host, slug] of Object.entries(explorerHosts)) assert.ok(chainBySlug(slug), host);
});

test('a chain is named by slug, name, CAIP-2 id or number, among words by slug and name alone', () => {
  for (const text of ['xrpl', 'XRP Ledger', 'xrpl:0']) assert.is(chainNamed(text)?.slug, 'xrpl', text);
  assert.is(chainNamed('8453')?.slug, 'base');
  for (const text of ['', 'null', 'polygon', '7']) assert.is(chainNamed(text), null, text);
  assert.equal(chainAmong(['usd', 'XRP', 'ledger', 'x']).rest, ['usd', 'x']);
  assert.is(chainAmong(['usd', '1']).chain, null);
});

test('any text is read without an error, and what is read is part of it', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.constantFrom(
      usdc,
      mint,
      issued,
      'https://',
      'etherscan.io/token/',
      ' ',
      ':',
      '%',
      '/',
      '@',
      'eip155:1/erc20:',
      'base',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      const token = readTokenText(text);
      if (token !== null && token.form !== 'url') assert.ok(text.includes(token.address));
    }),
  );
});

test.run();
