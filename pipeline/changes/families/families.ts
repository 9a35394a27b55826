/** The families of facts, and which of them an observation belongs to. */
import type { TSchema } from '@sinclair/typebox';
import {
  assetDeclaration,
  assetStatus,
  issuerKyi,
  listMatch,
  nullable,
  partyDeclaration,
  proof,
  registerColumn,
  registerListed,
  review,
  type ValueOf,
} from '../../../schemas/facts.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import type { SubjectKind } from '../../../schemas/vocabulary.ts';
import { withDeclaration, withParty, withProof } from '../composition/parts.ts';
import { applyReview } from './apply-review.ts';
import { chainFactOf, chainFamilies } from './chain/families.ts';
import { checkFactOf, checkFamilies } from './checks/families.ts';
import { reserveFactOf, reserveFamilies } from './collateral/families.ts';
import { instrumentFamilies, referenceData } from './collateral/instrument-records.ts';
import { disclosureFold } from './disclosure/fold.ts';
import { withFieldParties } from './edges/read/from-fields.ts';
import { edgesFold } from './edges/read/from-readings.ts';
import { edgesOfDeclaration, edgesOfParty } from './edges/read/from-registry.ts';
import { closeEdgeRows, edgesOfRow } from './edges/read/from-registers.ts';
import { applied, compared, type Family, type FamilyFold, type ReviewRule, stored } from './family.ts';
import { compareAssetStatus, compareIssuerKyi } from './own/compare.ts';
import { compareColumn } from './register-column/compare.ts';
import { compareListed } from './register-row/compare.ts';
import { exceptLinkedCells, exceptLinkedRows } from './register-row/linked-rows.ts';
import { followCell, rowSteps } from './register-row/row-state.ts';
import { compareMatch } from './sanctions/compare.ts';
import { matchSteps } from './sanctions/departed-matches.ts';
import { reviewedMatches } from './sanctions/review.ts';
import { matchContextOf } from './sanctions/match-context.ts';
import { sourceFold } from './source/apply-capture.ts';

/**
 * Families by what an observation is about. When an asset no longer names a subject, they close its facts in this order.
 */
export const families = {
  asset_declaration: stored(assetDeclaration, { compose: withDeclaration, derive: edgesOfDeclaration }),
  party_declaration: stored(nullable(partyDeclaration), { compose: withParty, derive: edgesOfParty }),
  ...chainFamilies,
  ...reserveFamilies,
  ...instrumentFamilies,
  ...checkFamilies,
  proof: stored(nullable(proof), { compose: withProof }),
  review: applied(review, (...given) => applyReview(reviewedOf, ...given)),
  asset_status: compared(assetStatus, compareAssetStatus),
  issuer_kyi: compared(nullable(issuerKyi), compareIssuerKyi),
  list_match: compared(
    listMatch,
    (seen, current, { state, observation }) => compareMatch(seen, current, matchContextOf(state, observation, current)),
    { ...matchSteps, reviewed: reviewedMatches },
  ),
  register_listed: compared(registerListed, exceptLinkedRows(compareListed), { ...rowSteps, derive: edgesOfRow }),
  register_column: compared(nullable(registerColumn), exceptLinkedCells(compareColumn), {
    follow: followCell,
    derive: edgesOfRow,
    close: closeEdgeRows,
  }),
};

/** Families with a fold of their own, by what an observation is about. */
const folds = { disclosure: withFieldParties(disclosureFold), party_edges: edgesFold, source_capture: sourceFold };

type Subject = keyof typeof families;

/** The parsed value of an observation, tagged with what the observation is about. */
export type Reading =
  | { readonly [S in Subject]: { readonly about: S; readonly value: ValueOf<(typeof families)[S]['shape']> } }[Subject]
  /** A fact that no family compares: stored, never a change. */
  | { readonly about: 'other'; readonly value: unknown };

/** Everything an observation can be about. */
export type About = Reading['about'] | keyof typeof folds;

const foldTable: Readonly<Partial<Record<About, FamilyFold>>> = folds;

// A reading has the value of its own family, which the type of the table cannot express.
const familyTable = families as unknown as Readonly<Partial<Record<About, Family<TSchema>>>>;

/** The fold of what an observation is about; undefined where values are compared. */
export const foldOf = (about: About): FamilyFold | undefined => foldTable[about];

/** The family of what an observation is about; undefined for `other` and for folds. */
export const familyOf = (about: About): Family<TSchema> | undefined => familyTable[about];

/** The closing of facts about departed subjects, family by family. */
export const closingFamilies = Object.values(familyTable).flatMap((family) => family.close ?? []);

const reviewed = [...Object.values(familyTable), ...Object.values(folds)].flatMap((family) => family.reviewed ?? []);

/** How candidates or drafts of a field are reviewed; undefined where there are none. */
const reviewedOf = (field: string): ReviewRule | undefined => reviewed.find(({ hasField }) => hasField(field));

/** Whether operators review candidates or drafts of the kind that a change is. */
export const isReviewed = ({ category, field }: Pick<Change, 'category' | 'field'>): boolean =>
  reviewed.some((one) => one.category === category && one.hasField(field));

type Place = Pick<Observation, 'subjectKey' | 'field' | 'sourceKey'>;

/** What this registry states of an asset, by field. */
const registryFacts: ReadonlyMap<string, About> = new Map([
  ['declaration', 'asset_declaration'],
  ['status', 'asset_status'],
]);

/** What documents and reports disclose of an asset; undefined where no family compares the field. */
function disclosedFactOf(field: string): About | undefined {
  if (field === 'disclosed_control') return field;
  return fieldOf(field) === undefined ? reserveFactOf(field) : 'disclosure';
}

/** What observations are about, by subject kind; the field and the source decide the rest. */
const subjects: Readonly<Partial<Record<SubjectKind, (place: Place) => About>>> = {
  asset: ({ subjectKey, field, sourceKey }) => {
    if (sourceKey === 'registry') return registryFacts.get(field) ?? 'other';
    if (subjectKey !== '') return checkFactOf(field, subjectKey, sourceKey) ?? 'other';
    const chainFact = isSourceOf('chain', sourceKey) ? chainFactOf('asset', field) : undefined;
    return chainFact ?? disclosedFactOf(field) ?? 'other';
  },
  source: ({ subjectKey, field, sourceKey }) =>
    field === 'capture' && subjectKey === sourceKey ? 'source_capture' : 'other',
  party: ({ field, sourceKey }) => {
    if (sourceKey === 'registry') return field === 'declaration' ? 'party_declaration' : 'other';
    return field === 'edges' && !isSourceOf('register', sourceKey) ? 'party_edges' : 'other';
  },
  issuer: ({ field, sourceKey }) => (sourceKey === 'registry' && field === 'kyi' ? 'issuer_kyi' : 'other'),
  authority: ({ field, sourceKey }) =>
    isSourceOf('chain', sourceKey) ? (chainFactOf('authority', field) ?? 'other') : 'other',
  proof: ({ field, sourceKey }) => (sourceKey === 'proof' && field === 'proof' ? 'proof' : 'other'),
  register_row: ({ field, sourceKey }) => {
    if (!isSourceOf('register', sourceKey)) return 'other';
    if (sourceKey === referenceData) return field === 'listed' ? 'instrument_record' : 'instrument_cell';
    return field === 'listed' ? 'register_listed' : 'register_column';
  },
  list_entry: ({ field, sourceKey }) => (isSourceOf('list', sourceKey) && field === 'match' ? 'list_match' : 'other'),
  review: ({ field, sourceKey }) => (sourceKey === 'review' && reviewedOf(field) !== undefined ? 'review' : 'other'),
};

/** What an observation is about, by its subject kind, field and source. */
export const subjectOf = (observation: Observation): About =>
  subjects[observation.subjectKind as SubjectKind]?.(observation) ?? 'other';
