/** A dismissal over everything that may happen to an entry and a party afterwards, against the rule in two sentences. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reviewedPairs, reviewObservation } from '../../../../../pipeline/changes/reviews.ts';
import { compareNames } from '../../../../../pipeline/screening/names/compare-names.ts';
import type { Change, Observation, SanctionsEntry } from '../../../../../schemas/generated/records.ts';
import { runsOf } from '../../../../support/runs.ts';
import { screeningWorld } from '../../../../support/screening-world.ts';
import { entry } from '../../../screening/harness.ts';
import { issuerId } from '../../builders.ts';

/** Names that are similar, equal or neither; the last one differs from the first by letter case alone. */
const listedNames = ['ZENITAL PAYMENTS', 'ZENITHAAL PAYMENTS', 'ZENITHAL PAYMENTS', 'QUORVAN', 'Zenital  Payments'];
const ownNames = ['Zenithal Payments', 'Zenitaal Payments', 'Ostrik Shipping'];

interface World {
  readonly listed: readonly string[];
  readonly own: string;
  readonly programs: readonly string[];
  readonly status: 'listed' | 'removed';
}

type Step =
  | { readonly does: 'list'; readonly change: Partial<Omit<World, 'own'>> }
  | { readonly does: 'declare'; readonly own: string }
  | { readonly does: 'dismiss' }
  | { readonly does: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('list' as const),
    change: fc.oneof(
      fc.record({ listed: fc.uniqueArray(fc.constantFrom(...listedNames), { minLength: 1, maxLength: 3 }) }),
      fc.record({ programs: fc.constantFrom(['ONE'], ['TWO']) }),
      fc.record({ status: fc.constantFrom('listed' as const, 'removed' as const) }),
    ),
  }),
  fc.record({ does: fc.constant('declare' as const), own: fc.constantFrom(...ownNames) }),
  fc.constant({ does: 'dismiss' as const }),
  fc.constant({ does: 'restart' as const }),
);

const loose = (names: readonly string[]): string => names.join(' | ').toLowerCase().replaceAll(/\s+/g, ' ');

/** The result of the rule for a world: equal names, or the similar pairs. */
function standing({ listed, own, status }: World): { readonly equal: boolean; readonly similar: readonly string[] } {
  const levels = status === 'removed' ? [] : listed.map((name) => compareNames(own, name, 'organisation')?.level);
  const equal = levels.includes('L3');
  return {
    equal,
    similar: equal ? [] : listed.filter((_, at) => levels[at] === 'L4').map((name) => loose([own, name])),
  };
}

const entryOf = ({ listed, programs, status }: World): SanctionsEntry =>
  entry('e', {
    entityType: 'organisation',
    names: listed.map((name, at) => ({ name, kind: at === 0 ? 'primary' : 'alias', weak: false })),
    programs: [...programs],
    status,
  });

test('after a dismissal of similar names a candidate is open exactly while a pair is new or names are equal', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), (steps) => {
      const seen: Observation[] = [];
      const world = screeningWorld((observation) => seen.push(observation));
      let at = 100;
      let state: World = {
        listed: ['ZENITAL PAYMENTS'],
        own: 'Zenithal Payments',
        programs: ['ONE'],
        status: 'listed',
      };
      const open = new Map<string, Change>();
      /** The pairs of the newest dismissal; null before one, and `all` after one of equal names. */
      const reviewed: { pairs: readonly string[] | 'all' | null } = { pairs: null };
      const apply = (changes: readonly Change[]): void => {
        for (const change of changes.filter(({ category }) => category === 'sanctions')) {
          if (change.disposition === 'held') open.set(change.id, change);
          else open.delete(change.id);
        }
      };
      const declare = (): void => {
        apply(world.declare(at, { [issuerId]: { name: state.own, legalName: state.own, country: 'FR' } }));
      };
      declare();
      apply(world.list(entryOf(state), (at += 100)));
      for (const one of [...steps, { does: 'restart' } as const]) {
        at += 100;
        if (one.does === 'list') {
          state = { ...state, ...one.change };
          apply(world.list(entryOf(state), at));
        } else if (one.does === 'declare') {
          state = { ...state, own: one.own };
          declare();
        } else if (one.does === 'restart') {
          assert.equal(world.rescreen(), [], 'a restart states nothing');
        } else {
          const [change] = open.values();
          if (change === undefined) continue;
          const hash = change.assessment.evidence.new.observationSha256;
          const cause = seen.find(({ observationSha256 }) => observationSha256 === hash);
          assert.ok(cause);
          const pairs = reviewedPairs(change, cause);
          reviewed.pairs = pairs?.map(loose) ?? 'all';
          const given = { verdict: 'dismissed', by: 'A. Analyst', why: 'Another one.', at } as const;
          apply(world.observe(reviewObservation(change, { ...given, ...(pairs === undefined ? {} : { pairs }) })));
        }
        const { equal, similar } = standing(state);
        const { pairs: dismissed } = reviewed;
        const isNew = (pair: string): boolean => dismissed?.includes(pair) !== true;
        const isOpen = dismissed !== 'all' && (equal || similar.some(isNew));
        assert.is(open.size, isOpen ? 1 : 0, `${JSON.stringify(one)} with ${JSON.stringify(state)}`);
      }
    }),
    { numRuns: runsOf(500) },
  );
});

test.run();
