import { declarationDigest, memberText } from '../../api/readmodel/registry/declarations.ts';
import type {
  ApplyResult,
  ChangeResult,
  GivenFile,
  ProposedToken,
  ProposeResult,
  RegistryDecision,
  RegistryEdit,
  RegistryPort,
} from '../../api/readmodel/registry/port.ts';
import { UsageError } from '../../infra/errors.ts';
import { assetsByPlace } from '../../pipeline/registry/find-registered.ts';
import { decideAsset, type DecidedLine, decideKyi } from '../../pipeline/registry/wishes/decide.ts';
import { declareWishes } from '../../pipeline/registry/wishes/declare-wishes.ts';
import { editLine } from '../../pipeline/registry/wishes/edit-line.ts';
import { caip19OfWish, type TokenWish } from '../../pipeline/registry/wishes/wish.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import type { Output } from '../../pipeline/runtime/processor.ts';
import type { Vouching } from '../../schemas/generated/records.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { ndjsonOf } from '../registry/import-lines.ts';
import { partyNamed } from '../registry/registered.ts';
import type { StatedOptions, WishedToken } from '../registry/wished-tokens.ts';
import { type LoggedRegistry, namedChain, reviewImport } from './review-import.ts';

export interface RegistryPortParts {
  /** The registry on the log now. */
  readonly registry: () => Promise<LoggedRegistry>;
  /** Appends records, all or none. */
  readonly append: (records: readonly Output[]) => Promise<void>;
  /** Resolves once what was appended is served, or with who is behind. */
  readonly untilServed: () => Promise<string | null>;
  /** Reads a token from its chain. Throws UsageError or CommandFailed for what cannot be declared. */
  readonly readToken: (text: string, wanted: StatedOptions) => Promise<WishedToken>;
  /** Checks that the evidence exists. Throws UsageError. */
  readonly vouching: (given: Vouching) => Promise<Vouching>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What the operator declares by pages and HTTP, by the import of the command line. */
export function createRegistryPort(parts: RegistryPortParts): RegistryPort {
  const { clock } = parts;
  const inTurn = createTurns();

  /** What is appended is what was checked: imports of this process take turns. */
  const append = (
    given: (logged: LoggedRegistry) => GivenFile,
    { digest, asOf, appended }: Parameters<RegistryPort['apply']>[1],
  ): Promise<ApplyResult> =>
    answered(async () => {
      const checked = await inTurn(async () => {
        const now = clock();
        const logged = await parts.registry();
        const { review, records } = reviewImport(given(logged), logged, { asOf: asOf ?? now, now });
        if (digest !== null && digest !== review.digest) return { stale: review };
        if (!review.ok) return { issues: review };
        if (records.length > 0) await parts.append(records);
        return { applied: { review, asOf: asOf ?? now, behind: null } };
      });
      if (!('applied' in checked)) return checked;
      appended();
      return { applied: { ...checked.applied, behind: await parts.untilServed() } };
    });

  /** Appends one line that a decision or an edit makes. */
  const change = (lineOf: (registry: RegistrySnapshot) => DecidedLine, appended: () => void): Promise<ChangeResult> =>
    answered(async () => {
      const given = ({ registry }: LoggedRegistry): GivenFile => {
        const decided = lineOf(registry);
        if ('refused' in decided) throw new UsageError(decided.refused);
        if ('unchanged' in decided) throw new UsageError(decided.unchanged);
        return { ...noOptions, text: JSON.stringify(decided.line), format: 'ndjson' };
      };
      const result = await append(given, { digest: null, asOf: null, appended });
      if ('refused' in result || 'applied' in result) return result;
      const { issues } = 'issues' in result ? result.issues : result.stale;
      return { refused: issues.map(({ path, reason }) => (path === '' ? reason : `${path}: ${reason}`)).join('; ') };
    });

  return {
    review: (given, asOf) =>
      answered(async () => {
        const now = clock();
        return { review: reviewImport(given, await parts.registry(), { asOf: asOf ?? now, now }).review };
      }),
    apply: (given, options) => append(() => given, options),
    propose: (wanted) => answered(() => propose(wanted, parts)),
    decide: async (decision, appended) =>
      answered(async () => {
        const { by, why, evidence } = decision;
        const vouched = await parts.vouching({ by, why, evidence });
        return change((registry) => decidedLine(decision, { registry, vouched, at: clock() }), appended);
      }),
    edit: (edit, appended) => change((registry) => editedLine(edit, registry), appended),
  };
}

const noOptions = { chain: null, issuer: null, update: false } as const;

/** What a person or a program gave and the import does not take is an answer, not a failure of the service. */
async function answered<R>(work: () => Promise<R>): Promise<R | { readonly refused: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError || error instanceof CommandFailed)
      return { refused: withoutOptions(error.message) };
    throw error;
  }
}

/** Sentences of commands name options as `--name`. */
const withoutOptions = (sentence: string): string => sentence.replaceAll(/(?<=^|[\s(])--(?=[a-z])/g, '');

function createTurns(): <R>(work: () => Promise<R>) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function propose(
  { token, chain, issuer, members }: ProposedToken,
  { registry, readToken, clock }: RegistryPortParts,
): Promise<ProposeResult> {
  const logged = await registry();
  const places = assetsByPlace(logged.registry);
  const stated = members as TokenWish['members'];
  const wanted = { chain: namedChain(chain), members: stated, issuer, isRegistered: (id: string) => places.has(id) };
  const { wish, origins, reading } = await readToken(token, wanted);
  const made = declareWishes({ wishes: [wish], registry: logged.registry, issuer: null, update: true });
  const [issue] = made.issues;
  if (issue !== undefined) throw new UsageError(issue.reason);
  const lines = ndjsonOf(made.lines.map(({ line }) => line));
  const now = clock();
  const file: GivenFile = { ...noOptions, text: lines, format: 'ndjson' };
  return {
    proposal: {
      caip19: caip19OfWish(wish),
      members: Object.entries(wish.members).map(([member, value]) => ({
        member,
        value: memberText(value) ?? '',
        origin: origins[member] === 'chain' ? 'chain' : 'given',
      })),
      lines,
      notCompared: 'silent' in reading ? withoutOptions(reading.silent) : null,
      review: reviewImport(file, logged, { asOf: now, now }).review,
    },
  };
}

function decidedLine(
  decision: RegistryDecision,
  { registry, vouched, at }: { readonly registry: RegistrySnapshot; readonly vouched: Vouching; readonly at: number },
): DecidedLine {
  if (decision.kind === 'assets') {
    const asset = registry.assets.get(decision.id)?.value;
    if (asset === undefined) return { refused: `there is no asset ${decision.id}` };
    return decideAsset(asset, { decision: decision.decision, vouched, at });
  }
  const party = registry.parties.get(decision.id)?.value;
  if (party === undefined) return { refused: `there is no party ${decision.id}` };
  return decideKyi(party, { status: decision.status, kyb: decision.kyb, vouched, at });
}

function editedLine({ kind, id, revision, members, issuer }: RegistryEdit, registry: RegistrySnapshot): DecidedLine {
  const declared = kind === 'assets' ? registry.assets.get(id)?.value : registry.parties.get(id)?.value;
  if (declared === undefined) return { refused: `there is no ${kind === 'assets' ? 'asset' : 'party'} ${id}` };
  if (declarationDigest(declared) !== revision) {
    return { refused: 'it was declared again since you read it: load the page again' };
  }
  return editLine(declared, members, issuer === null ? null : partyNamed(issuer, registry).partyId);
}
