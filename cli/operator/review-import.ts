import { changedMembers, memberText } from '../../api/readmodel/registry/declarations.ts';
import {
  type DeclaredChange,
  type GivenFile,
  type ImportReview,
  listed,
  mostDeclarations,
  type PlacedIssue,
} from '../../api/readmodel/registry/port.ts';
import { UsageError } from '../../infra/errors.ts';
import { notesOf } from '../../pipeline/registry/import/decisions/notes.ts';
import type { ImportIssue } from '../../pipeline/registry/import/issue.ts';
import { readLines } from '../../pipeline/registry/import/lines.ts';
import { planImport } from '../../pipeline/registry/import/plan-import.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import type { StatedDifference } from '../../pipeline/registry/wishes/declare-wishes.ts';
import { type PlannedWishes, planWishes } from '../../pipeline/registry/wishes/plan-wishes.ts';
import { formatOf, type WishFormat, wishFormats } from '../../pipeline/registry/wishes/read-wishes.ts';
import type { Output } from '../../pipeline/runtime/processor.ts';
import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { type Chain, chains } from '../../schemas/values/chains.ts';
import { hashOf } from '../../schemas/values/hash.ts';
import { chainNamed } from '../../schemas/values/token-text.ts';

/** The registry on the log, and a digest that every later declaration changes. */
export interface LoggedRegistry {
  readonly registry: RegistrySnapshot;
  readonly digest: string;
  /** Whether a profile that a declared document names is read here. */
  readonly isProfileKnown: (profile: string) => boolean;
}

interface ImportCheck {
  readonly review: ImportReview;
  /** Records to append; those that are registered so already are left out. Empty where the review has issues. */
  readonly records: readonly Output[];
}

interface ReviewTimes {
  /** Record time of the import, and the current time, milliseconds. */
  readonly asOf: number;
  readonly now: number;
}

/** Checks a text against the registry. Throws UsageError for a format or chain that does not exist. */
export function reviewImport(
  given: GivenFile,
  { registry, digest, isProfileKnown }: LoggedRegistry,
  { asOf, now }: ReviewTimes,
): ImportCheck {
  refuseLong(given);
  const file = { name: 'text', text: given.text };
  const wishes = planWishes([file], registry, {
    format: formatNamed(given.format),
    chain: namedChain(given.chain),
    issuer: given.issuer,
    update: given.update,
    strict: false,
  });
  const plan = planImport({ files: wishes.files, asOf, now, registry, signersOf: () => [], usedChallenges: new Map() });
  const proofs = proofLines(wishes);
  const planned = plan.ok ? [] : plan.issues.map(wishes.placed);
  // The checks of a proof need its chain, which is the command's part: its line has one reason alone.
  const issues = [
    ...wishes.issues,
    ...planned.filter(({ file: name, line }) => !proofs.some((proof) => proof.file === name && proof.line === line)),
    ...proofs,
  ];
  const ok = issues.length === 0;
  const all = plan.ok && ok ? plan.records : [];
  const records = all.filter((record) => !isRegistered(record, registry));
  const diff = [...records.flatMap((record) => changeOf(record, registry)), ...differencesOf(wishes, registry, given)];
  const notes = notesOf(records, registry, isProfileKnown);
  const becoming = notes.find(({ kind }) => kind === 'becomes_public')?.ids ?? [];
  const labels = new Map(diff.map(({ id, label }) => [id, label]));
  const labelOf = (id: string): string => labels.get(id) ?? labelOfAsset(registry.assets.get(id)?.value) ?? id;
  const countOf = (outcome: DeclaredChange['outcome']): number =>
    diff.filter((change) => change.outcome === outcome).length;
  return {
    records,
    review: {
      ok,
      counts: {
        parties: records.filter(({ topic }) => topic === 'registry.parties').length,
        assets: records.filter(({ topic }) => topic === 'registry.assets').length,
        new: countOf('new'),
        changed: countOf('changed'),
        differs: countOf('differs'),
        unchanged: wishes.unchanged.length + all.length - records.length,
        public: becoming.length,
        skipped: [...wishes.skipped.values()].reduce((sum, count) => sum + count, 0),
        issues: issues.length,
      },
      diff: diff.slice(0, listed),
      public: becoming.slice(0, listed).map((id) => ({ id, label: labelOf(id) })),
      issues: issues.slice(0, listed).map(placedIssue),
      notes: [...notes.map(({ text }) => text), ...skippedNote(wishes)],
      digest: hashOf([given.text, given.format, given.chain, given.issuer, given.update, digest]),
    },
  };
}

function refuseLong({ text, format }: GivenFile): void {
  const isList = (formatNamed(format) ?? formatOf(text)) === 'token-list';
  const entries = isList ? /"address"/g : /^.*\S/gm;
  let count = 0;
  for (const _ of text.matchAll(entries)) {
    count += 1;
    // A CSV has a header.
    if (count > mostDeclarations + 1) {
      throw new UsageError(
        `the text has more than ${mostDeclarations} lines or tokens: attestry registry import takes it`,
      );
    }
  }
}

function formatNamed(text: string | null): WishFormat | null {
  const format = wishFormats.find((one) => one === text);
  if (text !== null && format === undefined) {
    throw new UsageError(`the format is one of ${wishFormats.join(', ')}, not ${JSON.stringify(text)}`);
  }
  return format ?? null;
}

/** Throws UsageError for a chain that does not exist. */
export function namedChain(text: string | null): Chain | null {
  const chain = text === null ? null : chainNamed(text);
  if (text !== null && chain === null) {
    throw new UsageError(
      `the chain is one of ${chains.map(({ slug }) => slug).join(', ')}, not ${JSON.stringify(text)}`,
    );
  }
  return chain;
}

/** Lines of proofs of the text that was given; files that are made of tokens have none. */
const proofLines = ({ files }: PlannedWishes): readonly ImportIssue[] =>
  readLines(files)
    .lines.filter(({ value }) => value['type'] === 'proof')
    .map(({ file, line }) => ({
      kind: 'invalid',
      file,
      line,
      path: '',
      reason: 'is a proof, which attestry registry import takes alone',
    }));

const placedIssue = ({ line, place, path, reason }: ImportIssue): PlacedIssue => ({
  place: place ?? `line ${line}`,
  path,
  reason,
});

const skippedNote = ({ skipped }: PlannedWishes): readonly string[] =>
  skipped.size === 0
    ? []
    : [`skipped, of chains that are not supported: ${[...skipped].map(([name, n]) => `${name} (${n})`).join(', ')}`];

const labelOfAsset = (asset: RegistryAsset | undefined): string | null =>
  asset === undefined ? null : `${asset.symbol} on ${asset.chain}`;

/** The declared party or asset of a record, with the one that is registered. */
type DeclaredRecord =
  | { readonly kind: 'assets'; readonly value: RegistryAsset; readonly registered: RegistryAsset | undefined }
  | { readonly kind: 'parties'; readonly value: RegistryParty; readonly registered: RegistryParty | undefined };

function declaredOf(record: Output, { parties, assets }: RegistrySnapshot): DeclaredRecord | null {
  if (record.topic === 'registry.assets') {
    const { value } = record;
    return { kind: 'assets', value, registered: assets.get(value.assetId)?.value };
  }
  if (record.topic !== 'registry.parties') return null;
  const { value } = record;
  return { kind: 'parties', value, registered: parties.get(value.partyId)?.value };
}

function isRegistered(record: Output, registry: RegistrySnapshot): boolean {
  const declared = declaredOf(record, registry);
  if (declared?.registered === undefined) return false;
  return canonicalJson(declared.registered) === canonicalJson(declared.value);
}

function changeOf(record: Output, registry: RegistrySnapshot): readonly DeclaredChange[] {
  const declared = declaredOf(record, registry);
  if (declared === null) return [];
  const { kind, value, registered } = declared;
  const named =
    kind === 'assets'
      ? { id: value.assetId, label: `${value.symbol} on ${value.chain}` }
      : { id: value.partyId, label: value.name };
  const members = registered === undefined ? [] : changedMembers(registered, value);
  return [{ outcome: registered === undefined ? 'new' : 'changed', kind, ...named, members }];
}

/** Registered tokens that the text states otherwise and the import leaves as they are, an entry each. */
function differencesOf(
  { differs }: PlannedWishes,
  { assets }: RegistrySnapshot,
  { update }: GivenFile,
): readonly DeclaredChange[] {
  if (update) return [];
  const byAsset = new Map<string, StatedDifference[]>();
  for (const one of differs) byAsset.set(one.assetId, [...(byAsset.get(one.assetId) ?? []), one]);
  return [...byAsset].map(([id, found]) => ({
    outcome: 'differs',
    kind: 'assets',
    id,
    label: labelOfAsset(assets.get(id)?.value) ?? id,
    members: found.map(({ member, registered, stated }) => ({
      member,
      before: memberText(registered),
      after: memberText(stated),
    })),
  }));
}
