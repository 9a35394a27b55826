import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chains } from '../../../schemas/values/chains.ts';
import { explorerLink } from '../../../schemas/values/explorer-links.ts';
import { readTokenText } from '../../../schemas/values/token-text.ts';

const addresses = {
  evm: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  xrpl: '524C555344000000000000000000000000000000.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
} as const;

test('PG-1 the link of every chain is read back as the same token on the same chain', () => {
  for (const { slug, encoding } of chains) {
    const address = addresses[encoding];
    const link = explorerLink('token', slug, address);
    assert.ok(link, slug);
    const read = readTokenText(link.url);
    assert.equal([read?.address, read?.chain?.slug], [address, slug]);
    assert.is(new URL(link.url).host, link.host);
  }
});

test('PG-1 a text that is no address of its chain has no link, whatever it contains', () => {
  for (const text of ['', '0xA', 'javascript:alert(1)', '../../evil', `${addresses.evm}/..`, addresses.solana]) {
    assert.is(explorerLink('account', 'ethereum', text), null, text);
  }
  assert.is(explorerLink('token', 'nochain', addresses.evm), null);
});

test.run();
