import { createDetect } from '../../../pipeline/changes/detect.ts';
import { pinnedTo, type RuleBook } from '../../../pipeline/impact/rulesets.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { refoldDetect } from '../evidence/refold.ts';
import { compareFold, type DetectComparison, type Difference } from './detect.ts';

/** A change that another rule set would write differently. */
export interface AffectedChange extends Difference {
  readonly id: string;
  readonly revision: number;
  /** Direction, disposition, materiality and every other differing member, by its name in the change. */
  readonly was: ChangeMembers;
  readonly would: ChangeMembers;
}

type ChangeMembers = Readonly<Record<string, unknown>>;

/**
 * The changes that would differ if the rule set had been in force from the start of the log. Members that name the rule
 * set always differ and do not count: `rulesVersion`, the assessment's id, its fingerprint.
 */
export const compareRules = (
  engine: Engine,
  version: string,
  rules: RuleBook,
): Promise<DetectComparison<AffectedChange | Difference>> =>
  compareFold<AffectedChange>(engine, {
    refold: refoldDetect(engine, createDetect(pinnedTo(version, rules))),
    topics: ['changes'],
    differing: (difference, pair) => {
      const { stored, refolded } = pair();
      const names = differingMembers(changeMembers(stored), changeMembers(refolded));
      if (names.length === 0) return null;
      const { id, revision } = stored;
      const shown = [...new Set([...alwaysShown, ...names])];
      return {
        ...difference,
        id,
        revision,
        was: pick(changeMembers(stored), shown),
        would: pick(changeMembers(refolded), shown),
      };
    },
  });

const alwaysShown = ['direction', 'disposition', 'materiality'];

/** The members of a change; those of its explanation and its assessment with a prefix. */
function changeMembers(change: Change): ChangeMembers {
  const { explanation, assessment, ...members } = change;
  const { id: _id, rulesVersion: _rulesVersion, inputFingerprint: _inputFingerprint, ...assessed } = assessment;
  return { ...members, ...prefixed('explanation', explanation), ...prefixed('assessment', assessed) };
}

const prefixed = (prefix: string, members: object): ChangeMembers =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [`${prefix}.${name}`, member as unknown]));

const differingMembers = (left: ChangeMembers, right: ChangeMembers): readonly string[] =>
  Object.keys(left).filter((name) => canonicalJson(left[name]) !== canonicalJson(right[name]));

const pick = (members: ChangeMembers, names: readonly string[]): ChangeMembers =>
  Object.fromEntries(names.map((name) => [name, members[name]]));
