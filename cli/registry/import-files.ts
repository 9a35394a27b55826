import { UsageError } from '../../infra/errors.ts';
import { type ImportNote, notesOf } from '../../pipeline/registry/import/decisions/notes.ts';
import type { ImportFile, ImportIssue } from '../../pipeline/registry/import/issue.ts';
import { chainProofsOf, type ImportPlan, namesProofs, planImport } from '../../pipeline/registry/import/plan-import.ts';
import { type UsedChallenges, usedChallengesOf } from '../../pipeline/registry/import/used-challenges.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { formatTimestamp } from '../../schemas/values/timestamp.ts';
import { noteRefusals } from '../chains/node-refusals.ts';
import { readProofs } from '../chains/read-proofs.ts';
import type { Engine } from '../engine/open-engine.ts';
import { knownProfiles } from '../profiles/known-profiles.ts';
import { untilServed } from '../engine/until-served.ts';
import { appendOutputs } from '../log/append-outputs.ts';
import type { Context } from '../program/command.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { observedSigners } from './registry-view.ts';
import { storedProofs } from './stored-proofs.ts';
import { type ObservationEnds, observationEnds, type TakenChallenge, takenChallenges } from './taken-challenges.ts';

/** Declarations that were checked against the registry. */
export interface CheckedImport {
  readonly plan: ImportPlan;
  readonly asOf: number;
  /** Of a plan without issues. */
  readonly notes: readonly ImportNote[];
  readonly usedChallenges: UsedChallenges;
  readonly since: ObservationEnds;
}

/** Checks declarations; nothing is appended. */
export async function checkImport(
  { loaded, out, clock }: Context,
  engine: Engine,
  {
    files,
    asOf,
    registry,
  }: { readonly files: readonly ImportFile[]; readonly asOf: number; readonly registry: RegistrySnapshot },
): Promise<CheckedImport> {
  const since = await observationEnds(engine);
  const usedChallenges = usedChallengesOf(
    namesProofs(files) ? (await storedProofs(engine)).map(({ proof }) => proof) : [],
  );
  const request = {
    files,
    asOf,
    now: clock(),
    registry,
    signersOf: await observedSigners(engine),
    usedChallenges,
    collectors: loaded.config.proofCollectors,
  };
  const readings = await readProofs(chainProofsOf(request), loaded.config, clock, noteRefusals(out));
  const plan = planImport({ ...request, readingOf: ({ proofId }) => readings.get(proofId) });
  return {
    plan,
    asOf,
    notes: plan.ok ? notesOf(plan.records, registry, knownProfiles(loaded.config)) : [],
    usedChallenges,
    since,
  };
}

/** Appends checked declarations, and waits until they are served where `wait` is set. Throws CommandFailed for a proof that another import took. */
export async function appendImport(
  { loaded, out, clock }: Context,
  engine: Engine,
  { plan, usedChallenges, since }: CheckedImport,
  { wait }: { readonly wait: boolean },
): Promise<void> {
  if (!plan.ok) throw new UsageError('declarations with problems are not appended');
  if (plan.records.length === 0) return;
  await appendOutputs(engine, plan.records);
  const taken = await takenChallenges(engine, plan.records, usedChallenges, since);
  const behind = wait ? await untilServed(engine, loaded.config, { clock }) : null;
  if (behind !== null) out.note(`imported, not served yet: ${behind}`);
  if (taken.length > 0) throw new CommandFailed(whyIgnored(taken));
}

/** Prints the notes of an import. */
export const showNotes = ({ out }: Pick<Context, 'out'>, notes: readonly ImportNote[]): void => {
  for (const { text } of notes) out.note(visibleText(`note: ${text}`));
};

/** The problems of a plan; none of one without. */
export const issuesOf = (plan: ImportPlan): readonly ImportIssue[] => (plan.ok ? [] : plan.issues);

const whyIgnored = (taken: readonly TakenChallenge[]): string =>
  taken
    .map(
      ({ proofId, owner, ownerProvedAt }) =>
        `proof ${proofId} is ignored: its challenge belongs to proof ${owner} of ${formatTimestamp(ownerProvedAt)}`,
    )
    .join('; ')
    .concat('. Another import appended it at the same time; everything else was imported');
