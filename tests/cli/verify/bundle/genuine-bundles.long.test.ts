// rule: a bundle of a genuine change is proved, also tests/cli/verify/bundle/genuine-bundles.test.ts
/** Every change that the recorded files of registers and lists cause, over every issuer that they name, as a bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleText } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import { runEveryFile } from '../../../pipeline/full-run/every-file.ts';
import { bundleOf, evidenceIn } from '../../../support/genuine-bundles.ts';

test('each is proved from its bytes alone', async () => {
  const miniature = await runEveryFile();
  let changes = 0;
  for (const evidence of evidenceIn(miniature)) {
    const bundle = await bundleOf(miniature, evidence);
    const { ok, change, notProved, observations } = await checkBundle(
      readBundle('bundle', bundleText(bundle)),
      publishedRules,
    );
    const again = observations.map((one) => one.again);
    assert.ok(ok, `${change.id} ${change.explanation.headline}: ${JSON.stringify({ notProved, again })}`);
    changes += 1;
  }
  assert.ok(changes > 200);
});

test.run();
