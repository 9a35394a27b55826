/** The operator's port over a log on disk: what is appended is what was checked, once, and is there for the command line. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { GivenFile, RegistryPort } from '../../../api/readmodel/registry/port.ts';
import { declarationDigest } from '../../../api/readmodel/registry/declarations.ts';
import { registryParts } from '../../../cli/operator/registry-parts.ts';
import { createRegistryPort } from '../../../cli/operator/registry-port.ts';
import { registrySnapshot } from '../../../cli/registry/registry-view.ts';
import { createLogger } from '../../../infra/logger.ts';
import { assetIdOf } from '../../../schemas/values/registry-ids.ts';
import { registeredAsset, registeredParty } from '../../api/registry-port.ts';
import { now as today } from '../../api/records.ts';
import { openWorkplace, type Workplace } from '../harness.ts';

interface Context extends Workplace {
  port: RegistryPort;
  refreshed: number;
}

const test = suite<Context>('registry port');
test.before.each(async (context) => {
  Object.assign(context, await openWorkplace());
  context.refreshed = 0;
  const logger = createLogger({ level: 'fatal', destination: { write: () => undefined } });
  const cache = { refresh: async (): Promise<void> => void (context.refreshed += 1) };
  const { engine, config } = context;
  context.port = createRegistryPort(registryParts({ engine, config, logger, clock: () => today, caches: cache }));
});
test.after.each(({ close }) => close());

const party = registeredParty({ name: 'Acme' });
const caip19 = `eip155:1/erc20:0x${'5'.repeat(40)}`;
const given = (text: string, part: Partial<GivenFile> = {}): GivenFile => ({
  text,
  format: null,
  chain: null,
  issuer: null,
  update: false,
  ...part,
});
const partyText = JSON.stringify({ type: 'party', partyId: party.partyId, did: party.did, name: 'Acme' });
const listOf = (name: string): string => `caip19,name,symbol,decimals\n${caip19},${name},FIVE,6\n`;
const nothing = (): void => undefined;
const now = { digest: null, asOf: null, appended: nothing };

test('a review is of the log as it is; its digest ends with the next declaration', async ({ port, engine }) => {
  const first = await port.review(given(partyText), null);
  const same = await port.review(given(partyText), null);
  assert.equal(first, same);
  if (!('review' in first)) throw new Error(first.refused);
  const applied = await port.apply(given(partyText), { ...now, digest: first.review.digest });
  assert.ok('applied' in applied);
  const again = await port.apply(given(partyText), { ...now, digest: first.review.digest });
  assert.ok('stale' in again);
  const { parties } = await registrySnapshot(engine);
  assert.equal([...parties.keys()], [party.partyId]);
});

test('of two imports at once that rest on one review, one is appended and the other is stale', async ({
  port,
  engine,
}) => {
  const reviewed = await port.review(given(listOf('A')), null);
  if (!('review' in reviewed)) throw new Error(reviewed.refused);
  const options = { ...now, digest: reviewed.review.digest };
  const both = await Promise.all([port.apply(given(listOf('A')), options), port.apply(given(listOf('A')), options)]);
  assert.equal(both.map((result) => Object.keys(result)[0]).sort(), ['applied', 'stale']);
  const { assets } = await registrySnapshot(engine);
  assert.equal([...assets.keys()], [assetIdOf(caip19)]);
});

test('imports at once take turns, so the second finds what the first declared', async ({ port, engine }) => {
  const results = await Promise.all([
    port.apply(given(listOf('A')), now),
    port.apply(given(listOf('A')), now),
    port.apply(given(listOf('B'), { update: true }), now),
  ]);
  const countsOf = (index: number) => {
    const result = results[index];
    return result !== undefined && 'applied' in result ? result.applied.review.counts : null;
  };
  assert.equal([countsOf(0)?.new, countsOf(1)?.unchanged, countsOf(2)?.changed], [1, 1, 1]);
  const [end] = await engine.log.ranges('registry.assets').then((all) => all.filter((one) => one.end > 0));
  assert.is(end?.end, 2, 'what is registered so already is not appended');
});

test('the place of a request is left once the records are durable, and the answer waits for the cache', async (context) => {
  const { port, engine } = context;
  let assetsThen = -1;
  await port.apply(given(listOf('A')), {
    ...now,
    appended: () => {
      assetsThen = context.refreshed;
    },
  });
  assert.equal([assetsThen, context.refreshed], [0, 1]);
  assert.is((await registrySnapshot(engine)).assets.size, 1);
});

test('a decision and an edit are refused with the reason, and change nothing', async ({ port, engine }) => {
  await port.apply(given(`${partyText}\n${JSON.stringify({ type: 'asset', ...registeredAsset() })}`), now);
  const { assetId: id } = registeredAsset();
  const by = { by: 'Ann', why: 'A reason.', evidence: [] };
  const refusals = [
    await port.decide({ ...by, kind: 'assets', id, decision: 'link' }, nothing),
    await port.decide({ ...by, kind: 'assets', id: 'none', decision: 'withdraw' }, nothing),
    await port.decide({ ...by, kind: 'assets', id, decision: 'withdraw', evidence: ['register:a:b'] }, nothing),
    await port.edit({ kind: 'assets', id, revision: 'old', members: { name: 'B' }, issuer: null }, nothing),
    await port.edit(
      { kind: 'assets', id, revision: declarationDigest(registeredAsset()), members: {}, issuer: 'Nobody' },
      nothing,
    ),
  ];
  const sentences = [/names no issuer/, /there is no asset none/, /no register row/, /declared again/, /no party/];
  for (const [index, sentence] of sentences.entries()) {
    const refused = refusals[index];
    assert.match(refused !== undefined && 'refused' in refused ? refused.refused : '', sentence);
  }
  const withdrawn = await port.decide({ ...by, kind: 'assets', id, decision: 'withdraw' }, nothing);
  assert.ok('applied' in withdrawn);
  assert.equal({ ...(await registrySnapshot(engine)).assets.get(id)?.value.vouched }, by);
});

test('a token is proposed without a node only where everything is stated', async ({ port }) => {
  const wanted = { token: caip19, chain: null, issuer: null, members: { name: 'A' } };
  const bare = await port.propose(wanted);
  assert.match('refused' in bare ? bare.refused : '', /; give symbol, decimals$/);
  const stated = await port.propose({ ...wanted, members: { name: 'A', symbol: 'A', decimals: 2 } });
  if (!('proposal' in stated)) throw new Error(stated.refused);
  assert.is.not(stated.proposal.notCompared, null);
  const taken = await port.review(given(stated.proposal.lines), null);
  assert.ok('review' in taken && taken.review.ok && taken.review.counts.new === 1);
});

test.run();
