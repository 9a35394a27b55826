import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorityLabel } from '../../../explorer/labels/authorities.ts';
import { extensionAuthorities } from '../../../pipeline/chain/solana/extensions.ts';

test('every authority that an extension of a token on Solana can name has words for what its holder can do', () => {
  const extensions = Array.from({ length: 64 }, (_, type) => ({ type, data: Buffer.alloc(256, 1) }));
  const types = extensionAuthorities(extensions).map(([type]) => type);
  assert.ok(types.includes('permanent_delegate'));
  for (const type of types) assert.match(authorityLabel(type).power, /^can /, type);
});

test('an authority without words has its name alone, whatever a source calls it', () => {
  assert.equal(authorityLabel('some_new_role'), { name: 'Some new role', power: '' });
  assert.equal(authorityLabel('constructor'), { name: 'Constructor', power: '' });
});

test.run();
