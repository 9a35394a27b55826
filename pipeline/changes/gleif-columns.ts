import type { RegisterColumnValue, RegisterListedValue } from '../../schemas/facts.ts';
import type { ChangeKind, ExplanationKind } from '../../schemas/vocabulary.ts';
import { isBlank, isNamedFormerly } from '../impact/v1/comparators.ts';
import { accept, change, type Circumstances, type Decision } from './finding.ts';
import { formatCell, cellQuoted, formatDelta, fieldWords } from './register-cells.ts';
import { fill, fillWording } from './text/template.ts';
import { endedStatuses, gleifCodes, gleifColumnTexts, gleifNotes, gleifPhrases } from './texts/gleif.ts';
import { columnWords } from './texts/register-columns.ts';
import { partyRoles } from './families/sanctions/subject-templates.ts';
import { clipped, formatDate, joinList, midSentence, oneLine, orElse, sentenceCase } from './text/values.ts';

type Cell = RegisterColumnValue | null;

const longestName = 160;
const longestInHeadline = 60;

/**
 * A column of GLEIF's record of a legal entity that says something else than before (domain 7.2). Relations between
 * entities are facts for the edges of parties: they raise no change here.
 */
export function compareRecordColumn(
  seen: Circumstances<RegisterColumnValue>,
  current: Cell,
  row: RegisterListedValue | null,
): Decision {
  const old = seen.old ?? null;
  const stated = current ?? old;
  if (stated === null || stated.meaning === 'relation') return accept;
  const { meaning } = stated;
  const label = sentenceCase(orElse(stated.label, seen.field));
  const entity = orElse(stated.entity, columnWords.register);
  const before = isBlank(old) ? null : oneLine(formatCell(old));
  const after = isBlank(current) ? null : oneLine(formatCell(current));
  const how = howItChanged(meaning, old, current);
  return change({
    category: 'register',
    kind: how.kind,
    changeKind: how.changeKind,
    stage: 'confirmed',
    comparable: seen.sameLineage,
    comparison: { comparison: 'register_column', meaning, old, new: current },
    wording: fillWording(gleifColumnTexts[how.text], {
      Label: label,
      label: midSentence(label),
      lei: orElse(row?.token ?? '', gleifPhrases.unknownLei),
      who: formatWho(clipped(entity, longestName), row?.roles ?? []),
      short: clipped(entity, longestInHeadline),
      date: formatDate(row?.asOf ?? seen.observedAt),
      before: isCode(meaning) ? (before ?? columnWords.blank) : cellQuoted(old),
      after: isCode(meaning) ? (after ?? columnWords.blank) : cellQuoted(current),
      members: formatDelta(old, current),
      note: noteOf(meaning, old, current),
    }),
    field: { name: seen.field, label, ...fieldWords(meaning) },
    before,
    after,
    previous: { label, value: before ?? columnWords.blank, note: codeNote(meaning, before) },
    current: { label, value: after ?? columnWords.blank, note: codeNote(meaning, after) },
  });
}

interface How {
  readonly kind: ExplanationKind;
  readonly changeKind: ChangeKind;
  readonly text: keyof typeof gleifColumnTexts;
}

function howItChanged(meaning: string, old: Cell, current: Cell): How {
  const kind = 'register_detail_changed';
  if (isBlank(old)) return { kind, changeKind: 'added', text: 'added' };
  if (isBlank(current)) return { kind, changeKind: 'removed', text: 'removed' };
  switch (meaning) {
    case 'lei_status':
      return { kind: 'register_status_changed', changeKind: 'changed', text: 'registrationStatus' };
    case 'entity_status':
      return { kind: 'register_status_changed', changeKind: 'changed', text: 'entityStatus' };
    case 'legal_name':
      return { kind, changeKind: 'changed', text: 'legalName' };
    default:
      return {
        kind,
        changeKind: 'changed',
        text: formatDelta(old, current) !== '' && old?.items !== undefined ? 'members' : 'changed',
      };
  }
}

const isCode = (meaning: string): boolean =>
  meaning === 'lei_status' || meaning === 'entity_status' || meaning === 'entity_category';

const codeNote = (meaning: string, text: string | null): string | null =>
  isCode(meaning) ? (gleifCodes.get(text ?? '') ?? null) : null;

function noteOf(meaning: string, old: Cell, current: Cell): string {
  if (meaning === 'legal_name') return isNamedFormerly(old, current) ? gleifNotes.formerly : '';
  if (meaning !== 'lei_status' || !endedStatuses.has(current?.text ?? '')) return '';
  const successor = oneLine(current?.successor ?? '');
  return successor === ''
    ? gleifNotes.noSuccessor
    : fill(gleifNotes.successor, { successor: clipped(successor, longestName) });
}

/** The entity with what it is to the asset. */
function formatWho(entity: string, roles: readonly string[]): string {
  const words = roles
    .map((role) => partyRoles.get(role) ?? oneLine(role.replaceAll('_', ' ')))
    .filter((word) => word !== '');
  return words.length === 0 ? entity : fill(gleifPhrases.role, { entity, roles: joinList(words) });
}
