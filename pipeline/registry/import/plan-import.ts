import { emit, type Output } from '../../runtime/processor.ts';
import type { RegistrySnapshot } from '../snapshot.ts';
import { assetOfLine } from './asset-line.ts';
import { futureIssues } from './future-times.ts';
import { type ImportFile, type ImportIssue, type ImportLine, invalid, sortIssues } from './issue.ts';
import { shown } from '../../../schemas/values/reasons.ts';
import { lineSchemas } from './line-schemas.ts';
import { readLines } from './lines.ts';
import { partyOfLine } from './party-line.ts';
import type { ProofReading } from '../proofs/chain-proof.ts';
import { type ChainProofRequest, type NamedAuthority, proofOfLine } from './proof-line.ts';
import { referenceIssues } from './references.ts';
import { createShapeChecks } from './shape.ts';
import { withoutVoid } from './decisions/vouching.ts';
import { reusedChallenges, type UsedChallenges } from './used-challenges.ts';

export interface ImportRequest {
  readonly files: readonly ImportFile[];
  /** Record time of everything imported, milliseconds. */
  readonly asOf: number;
  /** Current time, milliseconds. An event of a line may be at most five minutes later. */
  readonly now: number;
  /** The current registry. */
  readonly registry: RegistrySnapshot;
  /** Signers of an authority of an asset as last observed on chain; empty if unknown. */
  readonly signersOf: (assetId: string, authority: NamedAuthority) => readonly string[];
  /** Challenges of the proofs on the log; needed only if `namesProofs`. */
  readonly usedChallenges: UsedChallenges;
  /** CAIP-10 accounts that transfers may go to; none by default. */
  readonly collectors?: readonly string[];
  /** The exchanges with nodes for proofs that need their chain; none by default. */
  readonly readingOf?: (request: ChainProofRequest) => ProofReading | undefined;
}

/** Records to append at once, parties first, or all errors: a single bad line prevents the import. */
export type ImportPlan =
  | {
      readonly ok: true;
      readonly records: readonly Output[];
      readonly counts: { readonly parties: number; readonly assets: number; readonly proofs: number };
    }
  | { readonly ok: false; readonly issues: readonly ImportIssue[] };

type LineType = 'party' | 'asset' | 'proof';

/** Checks NDJSON of parties, assets and proofs (docs/operations.md) against itself and the registry. */
export function planImport(request: ImportRequest): ImportPlan {
  const {
    files,
    asOf,
    now,
    registry,
    signersOf,
    usedChallenges,
    collectors = [],
    readingOf = () => undefined,
  } = request;
  const { lines, issues: unreadable } = readLines(files);
  const issues = [...unreadable];
  const fitting = checkShapes(lines, issues);
  const parties = fitting.party.map((line) => {
    const { party, issues: found } = partyOfLine(line);
    issues.push(
      ...found,
      ...futureIssues(
        line,
        [
          ['kyi.at', party.kyi.at],
          ['kyb.at', party.kyb.at],
        ],
        now,
      ),
    );
    return { line, value: party };
  });
  const assets = fitting.asset.map((line) => {
    const { asset, issues: found } = assetOfLine(line);
    issues.push(...found, ...futureIssues(line, [['verifiedAt', asset.verifiedAt]], now));
    return { line, value: withoutVoid(asset, registry.assets.get(asset.assetId)?.value) };
  });
  issues.push(...referenceIssues({ parties, assets, registry, asOf, namedIds: idsOf(lines, 'party', 'partyId') }));
  const assetById = new Map([...registry.assets].map(([id, { value }]) => [id, value]));
  for (const { value } of assets) assetById.set(value.assetId, value);
  const refusedAssets = idsOf(lines, 'asset', 'assetId');
  const proofs = fitting.proof.flatMap((line) => {
    const assetId = idOf(line, 'assetId') ?? '';
    const asset = assetById.get(assetId);
    if (asset === undefined && refusedAssets.has(assetId)) return [];
    const result = proofOfLine(line, { asset, asOf, signersOf, collectors, readingOf });
    if ('observation' in result) return [{ line, ...result }];
    issues.push(result.issue);
    return [];
  });
  issues.push(...repeatedProofs(fitting.proof), ...reusedChallenges(proofs, usedChallenges));

  if (issues.length > 0) return { ok: false, issues: sortIssues(issues, files) };
  const records = [
    ...parties.map(({ value }) => emit('registry.parties', value, asOf)),
    ...assets.map(({ value }) => emit('registry.assets', value, asOf)),
    ...proofs.map(({ observation }) => emit('observations', observation, asOf)),
  ];
  return { ok: true, records, counts: { parties: parties.length, assets: assets.length, proofs: proofs.length } };
}

/** The proofs of an import that need their chain to be asked, before `planImport` can judge them. */
export function chainProofsOf(request: ImportRequest): readonly ChainProofRequest[] {
  const found: ChainProofRequest[] = [];
  // An import is checked twice only if it needs nodes: signatures take a millisecond each.
  const needsChain = readLines(request.files).lines.some(({ value }) => asksChain(value['method']));
  if (!needsChain) return found;
  planImport({ ...request, readingOf: (one) => void found.push(one) });
  return found;
}

const asksChain = (method: unknown): boolean =>
  typeof method === 'object' &&
  method !== null &&
  'type' in method &&
  (method.type === 'contract_signature' || method.type === 'transfer');

/** Whether files have a line of a proof. */
export const namesProofs = (files: readonly ImportFile[]): boolean =>
  readLines(files).lines.some((line) => typeOf(line) === 'proof');

const typeOf = ({ value }: ImportLine): LineType | null => {
  const type = value['type'];
  return type === 'party' || type === 'asset' || type === 'proof' ? type : null;
};

const idOf = ({ value }: ImportLine, member: string): string | null => {
  const id = value[member];
  return typeof id === 'string' ? id.toLowerCase() : null;
};

type LinesByType = Readonly<Record<LineType, readonly ImportLine[]>>;

const shapeOf = createShapeChecks((type: LineType) => lineSchemas()[type]);

/** Lines with a valid shape, by type; errors of the others are added to the issues. */
function checkShapes(lines: readonly ImportLine[], issues: ImportIssue[]): LinesByType {
  const fitting: Record<LineType, ImportLine[]> = { party: [], asset: [], proof: [] };
  for (const line of lines) {
    const type = typeOf(line);
    if (type === null) {
      issues.push(invalid(line, 'type', `${shown(line.value['type'])} is not one of: party, asset, proof`));
      continue;
    }
    const found = shapeOf(type)(line);
    if (found.length === 0) fitting[type].push(line);
    else issues.push(...found);
  }
  return fitting;
}

/** Ids of all lines of a type, valid or not: a reference to an invalid line is not a second error. */
const idsOf = (lines: readonly ImportLine[], type: LineType, member: string): ReadonlySet<string> =>
  new Set(lines.filter((line) => typeOf(line) === type).flatMap((line) => idOf(line, member) ?? []));

function repeatedProofs(lines: readonly ImportLine[]): readonly ImportIssue[] {
  const first = new Map<string | null, ImportLine>();
  return lines.flatMap((line) => {
    const proofId = idOf(line, 'proofId');
    const earlier = first.get(proofId);
    if (earlier === undefined) first.set(proofId, line);
    return earlier === undefined
      ? []
      : [invalid(line, 'proofId', `is declared twice, first in ${earlier.file}:${earlier.line}`)];
  });
}
