import type { RegisterListedValue } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { ChangeKind, ExplanationKind } from '../../../../schemas/vocabulary.ts';
import type { Stage, Withdrawal } from '../../../impact/facts.ts';
import { accept, change, type Circumstances, type Decision, type Finding, revision } from '../../finding.ts';
import type { Compare } from '../family.ts';
import { rowSlots } from './text.ts';
import { fill, fillWording } from '../../../text/template.ts';
import {
  identityRowTexts,
  nonCompliantRowTexts,
  registerRowField,
  registerRowTexts,
  rowStates,
  rowTexts,
} from './templates.ts';

/** The fact of a row, with the source key of its register. */
type SeenRow = Circumstances<RegisterListedValue> & Pick<Observation, 'sourceKey'>;
type TextName = keyof typeof registerRowTexts;

/**
 * Rows that appear in a public register or leave it. A row that is absent from one file (`missing`) has not left: `removed`
 * requires two files in a row, at least six days apart.
 */
export const compareListed: Compare<RegisterListedValue> = (seen, current, { observation: { sourceKey } }) =>
  compareRow({ ...seen, sourceKey }, current);

function compareRow(seen: SeenRow, current: RegisterListedValue): Decision {
  // Relations of legal entities are input for links between parties, instruments for the subjects of the reserve.
  if (current.polarity === 'relation' || current.polarity === 'instrument') return accept;
  if (current.nowNames !== undefined) return compareLeft(seen, current);
  if (seen.draft !== null) return reviseDraft(seen, seen.draft, current);
  const old = seen.old ?? null;
  if (old?.nowNames !== undefined) return compareReturn(seen, old, current);
  switch (current.status) {
    case 'listed':
      if (old === null) return current.news ? change(finding(seen, current, rowAdded)) : accept;
      return old.status === 'removed' ? change(finding(seen, current, rowRestored)) : accept;
    case 'held':
      if (isCandidate(current)) return old === null && current.news ? change(finding(seen, current, rowHeld)) : accept;
      return old?.status === 'listed' || old?.status === 'missing'
        ? change(finding(seen, current, rowNotFound))
        : accept;
    case 'removed':
      // A candidate was never established as a row of its own, so its end is not a removal.
      if (old === null || old.status === 'removed' || isCandidate(old)) return accept;
      return change(finding(seen, current, rowRemoved));
    case 'missing':
      return accept;
  }
}

/** Whether this reading closes the row: its cells are ignored until the row is listed for the asset again. */
export const endsRow = ({ status, nowNames }: RegisterListedValue): boolean =>
  status === 'removed' || nowNames !== undefined;

/** Withdraws the draft of a row whose subject the asset no longer names. */
export const withdrawListed = (
  draft: { readonly kind: ExplanationKind; readonly old: RegisterListedValue | null },
  last: RegisterListedValue,
  { sourceKey, observedAt }: { readonly sourceKey: string; readonly observedAt: number },
): Finding =>
  finding(
    { old: last, draft, sameLineage: true, field: 'listed', observedAt, sourceKey },
    { ...last, asOf: observedAt },
    { ...withdrawn(draft.kind, 'subjectLeft'), withdrawnBy: 'terms', old: draft.old },
  );

/** A held row that may be new. An earlier row that waits for its successor has successor ids. */
const isCandidate = ({ status, successorRowIds }: RegisterListedValue): boolean =>
  status === 'held' && successorRowIds.length === 0;

function reviseDraft(seen: SeenRow, draft: NonNullable<SeenRow['draft']>, current: RegisterListedValue): Decision {
  if (current.status === 'held' || current.status === 'missing') return accept;
  const isListed = current.status === 'listed';
  const outcome =
    draft.kind === 'register_removed'
      ? isListed
        ? withdrawn(draft.kind, 'withdrawnRemoved')
        : rowRemoved
      : isListed
        ? rowAdded
        : withdrawn('register_added', 'withdrawnAdded');
  return revision(finding(seen, current, { ...outcome, old: draft.old ?? null }));
}

/**
 * The register still has the row, but it is no longer about the asset. It is a change if the row stopped naming the token,
 * or the issuer by its LEI. It is none if a row of the issuer turns out to be about other tokens.
 */
function compareLeft(seen: SeenRow, current: RegisterListedValue): Decision {
  const left = current.matchedBy === 'identifier' ? rowLeftToken : leftIssuer(current) ? rowLeftIssuer : null;
  if (seen.draft === null) {
    // A row that has left is ended once more after a host that was suspended repeated an older reading.
    return left === null || seen.old === undefined || (seen.old !== null && endsRow(seen.old))
      ? accept
      : change(finding(seen, current, left));
  }
  // A candidate that was held as new was never established as a row of the asset.
  const outcome =
    left === null || seen.draft.kind === 'register_added' ? withdrawn(seen.draft.kind, 'withdrawnOther') : left;
  return revision(finding(seen, current, { ...outcome, old: seen.draft.old ?? null }));
}

const leftIssuer = ({ subjectKey, nowNames }: RegisterListedValue): boolean =>
  nowNames?.identifiers.length === 0 && subjectKey !== `lei:${nowNames.lei ?? ''}`;

/** The row is about the asset again. It is a change only if its leaving was one. */
function compareReturn(seen: SeenRow, old: RegisterListedValue, current: RegisterListedValue): Decision {
  if (current.status !== 'listed' || current.matchedBy !== old.matchedBy) return accept;
  if (old.matchedBy === 'identifier') return change(finding(seen, current, rowNamesTokenAgain));
  return leftIssuer(old) ? change(finding(seen, current, rowNamesIssuerAgain)) : accept;
}

interface Part {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  readonly withdrawnBy?: Withdrawal;
  readonly text: TextName;
  /** The value before; by default the accepted one. */
  readonly old?: RegisterListedValue | null;
}

const added = { kind: 'register_added', changeKind: 'added' } as const;
const gone = { kind: 'register_removed', changeKind: 'removed' } as const;
const detail = { kind: 'register_detail_changed', stage: 'confirmed' } as const;

const rowAdded: Part = { ...added, stage: 'confirmed', text: 'added' };
const rowRestored: Part = { ...added, changeKind: 'restored', stage: 'confirmed', text: 'restored' };
const rowHeld: Part = { ...added, stage: 'draft', text: 'heldAdded' };
const rowRemoved: Part = { ...gone, stage: 'confirmed', text: 'removed' };
const rowNotFound: Part = { ...gone, stage: 'draft', text: 'heldRemoved' };
const rowLeftToken: Part = { ...detail, changeKind: 'removed', text: 'leftToken' };
const rowLeftIssuer: Part = { ...detail, changeKind: 'removed', text: 'leftIssuer' };
const rowNamesTokenAgain: Part = { ...detail, changeKind: 'restored', text: 'tokenAgain' };
const rowNamesIssuerAgain: Part = { ...detail, changeKind: 'restored', text: 'issuerAgain' };
const withdrawn = (kind: ExplanationKind, text: TextName): Part => ({
  kind,
  changeKind: 'corrected',
  stage: 'superseded',
  text,
});

function finding(seen: SeenRow, current: RegisterListedValue, part: Part): Finding {
  const old = part.old === undefined ? (seen.old ?? null) : part.old;
  const slots = rowSlots(current, current.nowNames ?? old?.nowNames);
  const { label, meaning, stake } = registerRowField;
  const before = part.kind === 'register_detail_changed' ? namedBefore(current, slots.names) : stateBefore(old);
  const after = stateAfter(current, part, slots.names);
  const isIssuers = current.matchedBy === 'issuer' && current.nowNames === undefined;
  return {
    category: 'register',
    kind: part.kind,
    changeKind: part.changeKind,
    stage: part.stage,
    ...(part.withdrawnBy === undefined ? {} : { withdrawnBy: part.withdrawnBy }),
    comparable: seen.sameLineage,
    comparison: { comparison: 'register_listed', register: seen.sourceKey, old, new: current },
    wording: fillWording(textsOf(current)[part.text], slots),
    field: { name: seen.field, label, meaning, stake: stake[current.polarity] },
    before,
    after,
    previous: { label, value: before ?? rowStates.none, note: null },
    current: { label, value: after, note: isIssuers ? rowTexts.issuerNote : null },
  };
}

type RowWording =
  | (typeof registerRowTexts)[TextName]
  | (typeof nonCompliantRowTexts)[keyof typeof nonCompliantRowTexts]
  | (typeof identityRowTexts)[keyof typeof identityRowTexts];

const textsOf = ({ polarity }: RegisterListedValue): Readonly<Record<TextName, RowWording>> => {
  if (polarity === 'identity') return { ...registerRowTexts, ...identityRowTexts };
  return polarity === 'non_compliant' ? { ...registerRowTexts, ...nonCompliantRowTexts } : registerRowTexts;
};

// An absence from one file raises no change, so before it the row counts as listed.
const stateBefore = (old: RegisterListedValue | null): string | null =>
  old === null ? null : old.status === 'missing' ? rowStates.listed : rowStates[old.status];

const namesOurs = ({ matchedBy }: RegisterListedValue): string =>
  matchedBy === 'issuer' ? rowStates.namesIssuer : rowStates.namesToken;

const namedBefore = (current: RegisterListedValue, names: string): string =>
  current.nowNames === undefined ? fill(rowStates.names, { names }) : namesOurs(current);

function stateAfter(current: RegisterListedValue, part: Part, names: string): string {
  if (current.nowNames !== undefined) return fill(rowStates.names, { names });
  if (part.kind === 'register_detail_changed') return namesOurs(current);
  return part.text === 'heldAdded' ? rowStates.heldAsNew : rowStates[current.status];
}
