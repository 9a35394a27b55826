import type { Chain } from '../../../schemas/values/chains.ts';
import type { ImportFile, ImportIssue } from '../import/issue.ts';
import { assetsByPlace } from '../find-registered.ts';
import { memberProblem } from '../line-text.ts';
import type { RegistrySnapshot } from '../snapshot.ts';
import { declareWishes, type DeclaredWishes } from './declare-wishes.ts';
import { formatOf, readWishes, type WishFormat } from './read-wishes.ts';
import { caip19OfWish, type TokenWish, type WishIssue } from './wish.ts';

export interface WishOptions {
  /** The form of all files; by default each is recognised by its content. */
  readonly format: WishFormat | null;
  /** The chain of tokens that state none. */
  readonly chain: Chain | null;
  readonly issuer: string | null;
  readonly update: boolean;
  /** Refuses tokens of chains that are not supported. */
  readonly strict: boolean;
  /** What chains state of new tokens, by CAIP-19; it counts where the file states nothing. */
  readonly stated?: ReadonlyMap<string, TokenWish['members']>;
}

export interface PlannedWishes extends Pick<DeclaredWishes, 'unchanged' | 'differs'> {
  /** Files of declarations: those that were given, and one of lines for each file of tokens. */
  readonly files: readonly ImportFile[];
  /** Tokens by chain that are not supported. */
  readonly skipped: ReadonlyMap<string, number>;
  /** CAIP-19 of new tokens without a name or a symbol. */
  readonly nameless: readonly string[];
  /** Tokens that files state. */
  readonly tokens: number;
  readonly issues: readonly ImportIssue[];
  /** The issue of a line, at the place of the file that the line was made of. */
  readonly placed: (issue: ImportIssue) => ImportIssue;
}

/** Turns files of tokens into declarations, which `planImport` checks; files of declarations stay as they are. */
export function planWishes(
  given: readonly ImportFile[],
  registry: RegistrySnapshot,
  { format, chain, issuer, update, strict, stated = new Map() }: WishOptions,
): PlannedWishes {
  const skipped = new Map<string, number>();
  const issues: ImportIssue[] = [];
  const wishes: TokenWish[] = [];
  const fileOf = new Map<string, string>();
  const declared: ImportFile[] = [];
  const registered = assetsByPlace(registry);
  const nameless: string[] = [];
  for (const { name, text } of given) {
    const form = format ?? formatOf(text);
    if (form === 'ndjson') {
      declared.push({ name, text });
      continue;
    }
    const read = readWishes(text, form, chain);
    issues.push(...read.issues.map((issue) => issueAt(name, issue)));
    for (const [other, count] of read.skipped) {
      skipped.set(other, (skipped.get(other) ?? 0) + count);
      if (strict)
        issues.push(issueAt(name, { place: '', path: '', reason: `${count} of ${other}, which is not supported` }));
    }
    // A place is unique with the name of its file.
    for (const wish of read.wishes) {
      const problem = memberProblem(wish.members);
      if (problem !== null) {
        issues.push(issueAt(name, { place: wish.place, ...problem }));
        continue;
      }
      const place = `${name}: ${wish.place}`;
      fileOf.set(place, name);
      const caip19 = caip19OfWish(wish);
      const isNew = !registered.has(caip19);
      const members = isNew ? { ...stated.get(caip19), ...wish.members } : wish.members;
      if (isNew && (members.name === undefined || members.symbol === undefined)) nameless.push(caip19);
      wishes.push({ ...wish, members, place });
    }
  }
  const made = declareWishes({ wishes, registry, issuer, update });
  const unplaced = (place: string): { readonly file: string; readonly place: string } => {
    const file = fileOf.get(place) ?? '';
    return { file, place: place.slice(file.length + 2) };
  };
  issues.push(
    ...made.issues.map((issue) => {
      const { file, place } = unplaced(issue.place);
      return issueAt(file, { ...issue, place });
    }),
  );
  const lines = made.lines.map(({ line }) => JSON.stringify(line)).join('\n');
  return {
    files: made.lines.length === 0 ? declared : [...declared, { name: madeLines, text: lines }],
    skipped,
    nameless,
    tokens: wishes.length,
    unchanged: made.unchanged,
    differs: made.differs,
    issues,
    placed: (issue) => {
      const wish = issue.file === madeLines ? made.lines[issue.line - 1] : undefined;
      return wish === undefined ? issue : { ...issue, ...unplaced(wish.place) };
    },
  };
}

/** Name of the file of lines that are made of tokens. */
const madeLines = '(tokens)';

const issueAt = (file: string, { place, path, reason }: WishIssue): ImportIssue => ({
  kind: 'invalid',
  file,
  line: 0,
  place,
  path,
  reason,
});
