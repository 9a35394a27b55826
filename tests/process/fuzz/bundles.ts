/** Evidence bundles as fuzzed input: kept bundles with members altered, with and without a digest that follows. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { UsageError } from '../../../infra/errors.ts';
import { type Bundle, digestOf } from '../../../cli/verify/bundle/bundle.ts';
import { checkBundle } from '../../../cli/verify/bundle/check-bundle.ts';
import { describeExplained } from '../../../cli/verify/describe-change.ts';
import { readBundle } from '../../../cli/verify/bundle/read-bundle.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import type { FuzzedInput, Verdict } from './input.ts';
import { type Edit, edited, edits } from './edits.ts';
import { type JsonEdit, jsonEdits, withEdits } from './json-edits.ts';

interface AlteredBundle {
  readonly file: string;
  readonly members: readonly JsonEdit[];
  /** Whether the digest is computed again, as a forger would. */
  readonly signed: boolean;
  /** Of the text. */
  readonly text: readonly Edit[];
}

/** Bundles are small, except the one with whole artifacts of 280 kB. */
const files = readdirSync(fixturePath('bundles', ''))
  .filter((name) => name.endsWith('.json') && name !== 'sanctions-candidate.json')
  .sort();

const inputs: fc.Arbitrary<AlteredBundle> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      file: fc.constantFrom(...files),
      members: jsonEdits,
      signed: fc.boolean(),
      text: fc.constant([]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      file: fc.constantFrom(...files),
      members: fc.constant([]),
      signed: fc.constant(false),
      text: edits,
    }),
  },
);

export const bundlesInput: FuzzedInput<AlteredBundle> = { name: 'bundles', inputs, judge };

const originals = new Map<string, Bundle>();

function originalOf(file: string): Bundle {
  const known = originals.get(file) ?? readBundle(file, readFileSync(fixturePath('bundles', file), 'utf8'));
  originals.set(file, known);
  return known;
}

async function judge({ file, members, signed, text }: AlteredBundle): Promise<Verdict> {
  const original = originalOf(file);
  const altered = withEdits(original, members);
  const draft = signed ? withDigest(altered) : altered;
  const content = edited(Buffer.from(JSON.stringify(draft)), text).toString('utf8');
  let bundle: Bundle;
  try {
    bundle = readBundle(file, content);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const isOneLine =
      error.message.startsWith(`${file} is not a usable evidence bundle: `) && !error.message.includes('\n');
    return { outcome: 'no bundle', problem: isOneLine ? null : `the error is ${JSON.stringify(error.message)}` };
  }
  try {
    const checked = await checkBundle(bundle, publishedRules);
    describeExplained(checked);
    return checked.ok
      ? { outcome: 'unbroken', problem: claimProblem(original, bundle) }
      : { outcome: 'broken', problem: null };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { outcome: 'lacks a rule set', problem: null };
  }
}

function withDigest(altered: unknown): unknown {
  try {
    return { ...(altered as Bundle), digest: digestOf(altered as Bundle) };
  } catch {
    return altered;
  }
}

/** What an unbroken bundle claims: the revisions, what their evidence states, and the bytes. Not who made the file. */
function claimProblem(original: Bundle, bundle: Bundle): string | null {
  // A member that is null may be left out: it is encoded to the same bytes.
  const claims = ({ changes, artifacts, ruleSets }: Bundle): string =>
    JSON.stringify([changes, artifacts, ruleSets], (_, value: unknown) => value ?? undefined);
  if (bundle.digest === original.digest && JSON.stringify(sorted(bundle)) !== JSON.stringify(sorted(original))) {
    return 'another content under the same digest is unbroken';
  }
  if (claims(sorted(bundle) as Bundle) !== claims(sorted(original) as Bundle)) return 'altered claims are unbroken';
  const known = new Set(original.observations.map(({ observation }) => observation.id));
  const others = bundle.observations.filter(({ observation }) => !known.has(observation.id));
  return others.length > 0 ? 'an observation that the original lacks is unbroken' : null;
}

/** Members in one order, so that only content differs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
