/** The changes of followed drafts. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emitDrafts } from '../../../../pipeline/changes/drafts/emit-drafts.ts';
import type { DraftStep } from '../../../../pipeline/changes/drafts/follow-drafts.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { runsOf } from '../../../support/runs.ts';

type Step = DraftStep<string, string>;

const anySteps = fc
  .array(fc.tuple(fc.constantFrom('confirmed', 'draft', 'superseded'), fc.boolean()), { maxLength: 8 })
  .map((given) =>
    given.map(([stage, isReported], index) => {
      const step: Step = { difference: `${index}`, stage, draft: stage === 'superseded' ? `${index}` : null };
      return { step, isReported };
    }),
  );

test('each step that is reported is one change in order; a difference is open, established or withdrawn', () =>
  fc.assert(
    fc.property(anySteps, fc.array(fc.constantFrom('x', 'y')), (given, open) => {
      const build = ({ difference }: Step) => ({ change: { id: difference } as Change, draft: difference });
      const isReported = new Map(given.map(({ step, isReported }) => [step, isReported]));
      const emitted = emitDrafts({ steps: given.map(({ step }) => step), open }, (step) =>
        isReported.get(step) === true ? build(step) : null,
      );
      const named = (which: (one: (typeof given)[number]) => boolean) =>
        given.filter(which).map(({ step }) => step.difference);
      assert.equal(
        emitted.changes.map(({ id }) => id),
        named((one) => one.isReported),
      );
      assert.equal(emitted.open, [...open, ...named(({ step, isReported }) => step.stage === 'draft' && isReported)]);
      assert.equal(
        emitted.established,
        named(({ step, isReported }) => step.stage === 'confirmed' || (step.stage === 'draft' && !isReported)),
        'what a change elsewhere reports is established at once',
      );
    }),
    { numRuns: runsOf(200) },
  ));

test.run();
