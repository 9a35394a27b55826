import type { RegisterListedValue } from '../../schemas/facts.ts';
import type { ChangeKind, ExplanationKind } from '../../schemas/vocabulary.ts';
import type { Stage } from '../impact/facts.ts';
import { accept, change, type Circumstances, type Decision, type Finding, revision } from './finding.ts';
import { fill, fillWording } from './template.ts';
import { registerRowField, registerRowTexts, rowTexts } from './texts/register-rows.ts';
import { clipped, dateInWords, orElse } from './words.ts';

type Seen = Circumstances<RegisterListedValue>;
type TextName = keyof typeof registerRowTexts;

/** Rows of a public register that come and go (domain 7.2). A row that is absent once is not gone. */
export function compareListed(seen: Seen, current: RegisterListedValue): Decision {
  if (seen.draft !== null) return reviseDraft(seen, seen.draft, current);
  const before = seen.old?.status;
  switch (current.status) {
    case 'listed':
      if (before === undefined) return current.news ? change(added(seen, current, 'added', 'added')) : accept;
      return before === 'removed' ? change(added(seen, current, 'restored', 'restored')) : accept;
    case 'held':
      if (before === undefined) return current.news ? change(held(seen, current, 'register_added')) : accept;
      return change(held(seen, current, before === 'removed' ? 'register_added' : 'register_removed'));
    case 'removed':
      return before === undefined || before === 'removed' ? accept : change(removed(seen, current));
    case 'missing':
      return accept;
  }
}

/** The draft of a row whose subject the asset no longer names. */
export const withdrawListed = (
  draft: { readonly kind: ExplanationKind; readonly old: RegisterListedValue | null },
  last: RegisterListedValue,
  observedAt: number,
): Finding =>
  finding(
    { old: last, draft, sameLineage: true, field: 'listed', observedAt },
    { ...last, asOf: observedAt },
    { kind: draft.kind, changeKind: 'corrected', stage: 'superseded', text: 'subjectLeft', old: draft.old },
  );

function reviseDraft(seen: Seen, draft: NonNullable<Seen['draft']>, current: RegisterListedValue): Decision {
  if (current.status === 'held' || current.status === 'missing') return accept;
  const old = draft.old ?? null;
  const isListed = current.status === 'listed';
  if (draft.kind === 'register_removed') {
    const outcome: Part = isListed
      ? { kind: 'register_removed', changeKind: 'corrected', stage: 'superseded', text: 'withdrawnRemoved', old }
      : { kind: 'register_removed', changeKind: 'removed', stage: 'confirmed', text: 'removed', old };
    return revision(finding(seen, current, outcome));
  }
  const outcome: Part = isListed
    ? { kind: 'register_added', changeKind: 'added', stage: 'confirmed', text: 'added', old }
    : { kind: 'register_added', changeKind: 'corrected', stage: 'superseded', text: 'withdrawnAdded', old };
  return revision(finding(seen, current, outcome));
}

const added = (seen: Seen, current: RegisterListedValue, text: TextName, changeKind: ChangeKind): Finding =>
  finding(seen, current, { kind: 'register_added', changeKind, stage: 'confirmed', text, old: seen.old ?? null });

const removed = (seen: Seen, current: RegisterListedValue): Finding =>
  finding(seen, current, {
    kind: 'register_removed',
    changeKind: 'removed',
    stage: 'confirmed',
    text: 'removed',
    old: seen.old ?? null,
  });

const held = (seen: Seen, current: RegisterListedValue, kind: 'register_added' | 'register_removed'): Finding =>
  finding(seen, current, {
    kind,
    changeKind: kind === 'register_added' ? 'added' : 'removed',
    stage: 'draft',
    text: kind === 'register_added' ? 'heldAdded' : 'heldRemoved',
    old: seen.old ?? null,
  });

interface Part {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly stage: Stage;
  readonly text: TextName;
  readonly old: RegisterListedValue | null;
}

function finding(seen: Seen, current: RegisterListedValue, part: Part): Finding {
  const slots = {
    register: orElse(current.register, 'The register'),
    date: dateInWords(current.asOf),
    row: rowInWords(current),
    entry: rowInWords({ ...current, matchedBy: 'identifier' }),
    successors: successorsInWords(current.successorRowIds.length),
  };
  const note = current.matchedBy === 'issuer' ? rowTexts.issuerNote : null;
  const { label, meaning, stake } = registerRowField;
  const before = part.old === null ? null : wordsBefore[part.old.status];
  const isHeldAsNew = current.status === 'held' && part.kind === 'register_added';
  const after = isHeldAsNew ? heldAsNew : statusWords[current.status];
  return {
    category: 'register',
    kind: part.kind,
    changeKind: part.changeKind,
    stage: part.stage,
    comparable: seen.sameLineage,
    comparison: { comparison: 'register_listed', old: part.old, new: current },
    wording: fillWording(registerRowTexts[part.text], slots),
    field: { name: seen.field, label, meaning, stake: stake[current.polarity] },
    before,
    after,
    previous: { label, value: before ?? 'no row read before', note: null },
    current: { label, value: after, note },
  };
}

const statusWords = {
  listed: 'listed',
  missing: 'absent from the last file',
  held: 'not found under its earlier key',
  removed: 'not listed',
} as const satisfies Readonly<Record<RegisterListedValue['status'], string>>;

const heldAsNew = 'a row that is new or continues another';

// A row that was absent once was listed as far as anyone was told.
const wordsBefore = { ...statusWords, missing: statusWords.listed };

const successorsInWords = (count: number): string => {
  if (count === 0) return 'No row of that file is its successor yet';
  return count === 1 ? 'One row of the same file resembles it' : `${count} rows of the same file resemble it`;
};

const longestToken = 160;

function rowInWords({ entity, token, matchedBy }: RegisterListedValue): string {
  const slots = { entity: orElse(entity, rowTexts.unnamed), token: clipped(token, longestToken) };
  const ofIssuer = matchedBy === 'issuer';
  if (slots.token === '') return fill(ofIssuer ? rowTexts.issuer : rowTexts.named, slots);
  return fill(ofIssuer ? rowTexts.issuerToken : rowTexts.namedToken, slots);
}
