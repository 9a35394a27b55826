/** What a bundle may lack: its check states the same without it, or does not prove the change. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bundle, bundleText, digestOf } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle, type CheckedBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { UsageError } from '../../../../infra/errors.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import { fixturePath } from '../../../support/fixture-path.ts';

/** A default run has one bundle of a register, of a chain and of a list, and leaves out a third of the observations in turn. */
const isShort = process.env['TEST_RUNS'] === 'short';
const names = isShort
  ? ['register-row-added.json', 'chain-ownership-offered.json', 'sanctions-wallet.json']
  : readdirSync(fixturePath('bundles', '')).filter((name) => name.endsWith('.json'));

/** The result of the check without one observation, with the digest of the rest; null where that is no bundle. */
async function checkedWithout(bundle: Bundle, index: number): Promise<CheckedBundle | null> {
  const content = { ...bundle, observations: bundle.observations.filter((_, at) => at !== index) };
  try {
    const text = bundleText({ ...content, digest: digestOf(content) });
    return await checkBundle(readBundle('shortened', text), publishedRules);
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/** What the check states of a change, without the number of observations and the digest over them. */
const statement = ({ folded: _, bundle: { digest: __, ...ofFile }, ...rest }: CheckedBundle): unknown => ({
  ...rest,
  ofFile,
});

test('without one observation a bundle proves the same, or nothing', async () => {
  for (const name of names) {
    const bundle = readBundle(name, readFileSync(fixturePath('bundles', name), 'utf8'));
    const genuine = await checkBundle(bundle, publishedRules);
    const named = new Set(
      bundle.changes.flatMap(({ oldObservationId, newObservationId }) => [oldObservationId, newObservationId]),
    );
    for (const [index, { observation }] of bundle.observations.entries()) {
      if (isShort && index % 3 > 0) continue;
      const checked = await checkedWithout(bundle, index);
      if (checked?.ok !== true) continue;
      const place = `${name}: observation ${index}, ${observation.field} of ${observation.subjectKind}`;
      assert.not.ok(named.has(observation.id), `${place} is named by the change`);
      assert.equal(statement(checked), statement(genuine), place);
    }
  }
});

test.run();
