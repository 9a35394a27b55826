/** Mutations of genuine bundles by a forger who computes again what follows from them. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type Bundle, bundleText, digestOf } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { UsageError } from '../../../../infra/errors.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { jsonEdits, withEdits } from '../../../process/fuzz/json-edits.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { forgedBundle } from '../../../support/forgers.ts';

const names = [
  ...['register-identifier-moved', 'register-identifiers-changed', 'register-row-removed', 'sanctions-wallet'],
  ...['chain-ownership-offered', 'chain-threshold-proven', 'chain-token-paused'],
] as const;
const texts = new Map(names.map((name) => [name, readFileSync(fixturePath('bundles', `${name}.json`), 'utf8')]));
const genuine = (name: (typeof names)[number]): Bundle => readBundle(name, texts.get(name) ?? '');

/** What earlier files decided, and what the file of a change cannot contradict. */
const history: ReadonlySet<string> = new Set([
  ...['news', 'firstSeenAt', 'successorRowIds', 'listedSince', 'inFirstSnapshot'],
]);

/** Another value of the same kind. */
function otherLeaf(value: unknown, seed: number): unknown {
  switch (typeof value) {
    case 'string':
      return seed % 2 === 0 ? `${value}x` : value.slice(1);
    case 'number':
      return value + 1 + (seed % 7);
    case 'boolean':
      return !value;
    default:
      return value === null ? 'x' : Array.isArray(value) ? [...(value as unknown[]), 'x'] : { ...value, x: 1 };
  }
}

/** The value with one member at any depth exchanged. */
function mutatedValue(value: unknown, path: readonly number[], seed: number): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return otherLeaf(value, seed);
  const members = Object.keys(value).filter((name) => !history.has(name));
  const [first = 0, ...rest] = path;
  const name = members[first % Math.max(1, members.length)];
  if (name === undefined) return otherLeaf(value, seed);
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const holder = copy as Record<string, unknown>;
  holder[name] = mutatedValue(holder[name], rest, seed);
  return copy;
}

const otherMembers: readonly Partial<Observation>[] = [
  ...[{ quote: 'x' }, { sourceUrl: 'https://example.org/' }, { extractor: 'x' }, { extractorVersion: '0' }],
  ...[
    { place: 'x' },
    { quorum: 7 },
    { documentClass: 'pdf' },
    { extractionRule: 'keyword:x' },
    { reading: '0'.repeat(64) },
  ],
  ...[{ sourceHash: null }, { artifactId: null, sourceHash: null }, { sourceKey: 'terms' }, { value: null }],
];

type Mutation =
  | { readonly of: 'value'; readonly current: boolean; readonly path: readonly number[]; readonly seed: number }
  | { readonly of: 'members'; readonly current: boolean; readonly given: Partial<Observation> }
  | { readonly of: 'file'; readonly edits: Parameters<typeof withEdits>[1]; readonly signed: boolean }
  | { readonly of: 'text'; readonly at: number; readonly character: string };

const mutations: fc.Arbitrary<readonly [(typeof names)[number], Mutation]> = fc.tuple(
  fc.constantFrom(...names),
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        of: fc.constant('value' as const),
        current: fc.boolean(),
        path: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
        seed: fc.nat(100),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        of: fc.constant('members' as const),
        current: fc.boolean(),
        given: fc.constantFrom(...otherMembers),
      }),
    },
    { weight: 2, arbitrary: fc.record({ of: fc.constant('file' as const), edits: jsonEdits, signed: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        of: fc.constant('text' as const),
        at: fc.nat(),
        character: fc.constantFrom('a', '0', '"', '}', ',', '.', 'Z', '-', '\\'),
      }),
    },
  ),
);

/** Text of the mutated bundle; null where it claims nothing that the genuine one does not, or no change follows from it. */
function mutated(name: (typeof names)[number], mutation: Mutation): string | null {
  const text = texts.get(name) ?? '';
  if (mutation.of === 'text') {
    const at = mutation.at % text.length;
    const other = text.slice(0, at) + mutation.character + text.slice(at + 1);
    return other === text || /\s/.test(text[at] ?? '') ? null : other;
  }
  const bundle = genuine(name);
  if (mutation.of === 'file') {
    const altered = withEdits(bundle, mutation.edits) as Bundle;
    const draft = mutation.signed ? signedAgain(altered) : altered;
    return draft === null || claimsNoMore(draft, bundle) ? null : JSON.stringify(draft);
  }
  const forged = forgedBundle(bundle, ({ value }, role) => {
    if (role !== (mutation.current ? 'current' : 'previous')) return null;
    if (mutation.of === 'members') return mutation.given;
    return { value: canonicalJson(mutatedValue(JSON.parse(value ?? 'null'), mutation.path, mutation.seed)) };
  });
  return forged === null || claimsNoMore(forged, bundle) ? null : bundleText(forged);
}

function signedAgain(altered: Bundle): Bundle | null {
  try {
    return { ...altered, digest: digestOf(altered) };
  } catch {
    return null;
  }
}

/**
 * Whether everything that a bundle claims is claimed by the genuine one: not who made it, nor the places on the log. No
 * bundle claims that its observations are all that the log has of the asset, nor how often it has one, so some may be left
 * out, or stand for others.
 */
function claimsNoMore(altered: Bundle, bundle: Bundle): boolean {
  try {
    if (stated(partsOf(altered)) !== stated(partsOf(bundle))) return false;
    const known = new Set(bundle.observations.map(({ observation }) => stated(observation)));
    return altered.observations.every(({ observation }) => known.has(stated(observation)));
  } catch {
    return false;
  }
}

const partsOf = ({ changes, artifacts, ruleSets, snapshots }: Bundle): unknown => [
  ...[changes, artifacts, ruleSets, snapshots ?? []],
];

/** The text of a value; a member that is null may be left out. */
const stated = (value: unknown): string =>
  canonicalJson(JSON.parse(JSON.stringify(value, (_, member: unknown) => member ?? undefined)));

/** Mutates and checks so often; returns how many of them were bundles at all. */
export async function mutate(runs: number): Promise<number> {
  let bundles = 0;
  await fc.assert(
    fc.asyncProperty(mutations, async ([name, mutation]) => {
      let text: string | null;
      try {
        text = mutated(name, mutation);
      } catch (error) {
        // No fold takes the forged value.
        if (error instanceof TypeError || error instanceof SyntaxError) return;
        throw error;
      }
      if (text === null) return;
      try {
        const { ok } = await checkBundle(readBundle('mutated', text), publishedRules);
        bundles += 1;
        assert.is(ok, false, `${name} ${JSON.stringify(mutation)}`);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
      }
    }),
    { numRuns: runs },
  );
  return bundles;
}
