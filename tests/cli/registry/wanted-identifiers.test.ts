import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { wantedIdentifiers } from '../../../cli/registry/wanted-identifiers.ts';
import type { AssetSubjects } from '../../../schemas/generated/records.ts';
import { openWorld, type World } from '../../pipeline/runtime/harness.ts';
import { subject } from '../../pipeline/screening/harness.ts';

const test = suite<{ world: World }>('wanted LEIs');
test.before.each(async (context) => {
  context.world = await openWorld();
});
test.after.each(({ world }) => world.close());

const [circle, allUnity] = ['5493001KJTIIGC8Y1R12', '969500OYUDADGZKCR583'] as const;
let position = 0;

const named = (assetId: string, ...leis: readonly string[]): AssetSubjects => ({
  assetId,
  position: position++,
  subjects: [
    subject('dti', '3KL7N1R92', { roles: ['token'] }),
    ...leis.map((lei) => subject('lei', lei, { roles: ['custodian'] })),
  ],
});

test('valid LEIs of any role, each once, sorted; later calls read only new records', async ({ world }) => {
  const wanted = wantedIdentifiers({ log: world.engine.log, codec: world.codec });
  assert.equal(await wanted('lei'), []);
  await world.append('asset.subjects', [named('a', allUnity, circle), named('b', circle), named('c', 'NOT AN LEI')]);
  assert.equal(await wanted('lei'), [circle, allUnity]);
  await world.append('asset.subjects', [named('a'), named('c', '9.60E+19')]);
  assert.equal(await wanted('lei'), [circle], 'the last word of an asset counts');
  assert.equal(await wanted('lei'), [circle]);
});

test.run();
