import type { ColumnMeaning, RegisterColumnValue } from '../../schemas/facts.ts';
import type { ChangeKind, ExplanationKind } from '../../schemas/vocabulary.ts';
import { dateMove, isBlank, setDelta } from '../impact/v1/comparators.ts';
import { accept, change, type Circumstances, type Decision } from './finding.ts';
import { cellInWords, cellQuoted, isSameCell, membersInWords } from './register-cells.ts';
import { fill, fillWording } from './template.ts';
import {
  columnFields,
  columnNotes,
  columnWords,
  memberTexts,
  registerColumnTexts,
  unknownColumn,
} from './texts/register-columns.ts';
import { dateInWords, midSentence, oneLine, orElse, sentenceCase } from './words.ts';

type Cell = RegisterColumnValue | null;

/** A cell of a register row that says something else than before (domain 7.2). */
export function compareColumn(seen: Circumstances<RegisterColumnValue>, current: Cell): Decision {
  const { old } = seen;
  // The first reading of a cell is its baseline; a cell that was never stated has no name to be told by.
  if (old === undefined) return accept;
  const stated = current ?? old;
  if (stated === null || isSameCell(stated.meaning, old, current)) return accept;
  const { meaning } = stated;
  const label = sentenceCase(orElse(stated.label, seen.field));
  const before = isBlank(old) ? null : oneLine(cellInWords(old));
  const after = isBlank(current) ? null : oneLine(cellInWords(current));
  const how = howItChanged(meaning, old, current);
  return change({
    category: 'register',
    kind: how.kind,
    changeKind: how.changeKind,
    stage: 'confirmed',
    comparable: seen.sameLineage,
    comparison: { comparison: 'register_column', meaning, old, new: current },
    wording: fillWording(registerColumnTexts[how.text], {
      Label: label,
      label: midSentence(label),
      register: orElse(stated.register, columnWords.register),
      entity: orElse(stated.entity, columnWords.entity),
      date: dateInWords(seen.observedAt),
      before: cellQuoted(old),
      after: cellQuoted(current),
      members: deltaInWords(old, current),
    }),
    field: { name: seen.field, label, ...(fieldTexts.get(meaning) ?? unknownColumn) },
    before,
    after,
    previous: { label, value: before ?? columnWords.blank, note: null },
    current: { label, value: after ?? columnWords.blank, note: noteOf(meaning, old, current, stated, seen.observedAt) },
  });
}

const fieldTexts: ReadonlyMap<string, { readonly meaning: string; readonly stake: string }> = new Map(
  Object.entries(columnFields),
);

interface How {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly text: keyof typeof registerColumnTexts;
}

function howItChanged(meaning: string, old: Cell, current: Cell): How {
  if (meaning === 'authorisation_end') return howAuthorisationEnds(old, current);
  if (isBlank(old)) return { kind: 'register_detail_changed', changeKind: 'added', text: 'added' };
  if (isBlank(current)) return { kind: 'register_detail_changed', changeKind: 'removed', text: 'removed' };
  if (meaning === 'lei') return { kind: 'register_corrected', changeKind: 'corrected', text: 'corrected' };
  const text = old?.items !== undefined && current?.items !== undefined ? 'members' : 'changed';
  return { kind: 'register_detail_changed', changeKind: 'changed', text };
}

function howAuthorisationEnds(old: Cell, current: Cell): How {
  switch (dateMove(old, current)) {
    case 'emptied':
      return { kind: 'register_corrected', changeKind: 'corrected', text: 'authorisationContinues' };
    case 'set':
    case 'earlier':
      return { kind: 'register_status_changed', changeKind: 'changed', text: 'authorisationEnds' };
    case 'later':
    case 'unreadable':
      return { kind: 'register_detail_changed', changeKind: 'changed', text: 'changed' };
  }
}

function deltaInWords(old: Cell, current: Cell): string {
  const delta = setDelta(old, current);
  const added = membersInWords(delta.added);
  const removed = membersInWords(delta.removed);
  return [
    ...(added === '' ? [] : [fill(memberTexts.added, { items: added })]),
    ...(removed === '' ? [] : [fill(memberTexts.removed, { items: removed })]),
  ].join(' ');
}

const pastDates: readonly string[] = [
  'authorisation_date',
  'white_paper_date',
  'decision_date',
] satisfies readonly ColumnMeaning[];

function noteOf(
  meaning: string,
  old: Cell,
  current: Cell,
  stated: RegisterColumnValue,
  observedAt: number,
): string | null {
  const notes: string[] = [];
  if (pastDates.includes(meaning) && current?.date !== undefined) {
    if (current.date > isoDate(observedAt)) notes.push(columnNotes.ahead);
    if (old?.date !== undefined && current.date < old.date) notes.push(columnNotes.back);
  }
  if (stated.matchedBy === 'issuer') notes.push(columnNotes.issuer);
  return notes.length === 0 ? null : notes.join(' ');
}

const isoDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
