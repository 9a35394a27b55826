import type { ChainFact } from '../../pipeline/chain/statement.ts';
import { table } from '../program/output/table.ts';
import { visibleText } from '../program/output/visible-text.ts';
import type { ShownAsset, ShownFact, ShownReading } from './shown-reading.ts';

/** A reading for people. Text of contracts is shown with its controls escaped. */
export function describeReading(reading: ShownReading): string {
  return [headOf(reading), ...reading.assets.map(describeAsset)].join('\n\n');
}

function headOf({ block, providers }: ShownReading): string {
  if (block === null) return 'without a block: no provider was asked';
  const time = new Date(block.timestamp * 1000).toISOString();
  return `block ${block.number} of ${time}, ${block.hash}, read from ${providers.join(', ')}`;
}

function describeAsset(state: ShownAsset): string {
  if (state.reading === 'not_observed') return `${state.assetId}\n  is not observed`;
  if (state.reading === 'no_contract') {
    const proof = state.proven === true ? ', as the state root proves' : '';
    return `${state.assetId}\n  there is no contract at this address${proof}`;
  }
  if (state.reading === 'unreadable') {
    const missing = state.unread.map((what) => `  not read: ${what}`);
    return [`${state.assetId}\n  could not be read in full, so nothing is stated of it`, ...missing].join('\n');
  }
  const { facts } = state;
  const sections = [
    assetLines(facts),
    section('authorities', ['type', 'holder', ''], rowsOf(facts, 'authority', authorityRow)),
    section('controllers', ['account', 'kind', 'controlled by'], rowsOf(facts, 'control', controlRow)),
    section('roles', ['contract and role', 'holders'], rowsOf(facts, 'role', roleRow)),
    section('proven by the state root', ['fact', 'of'], facts.flatMap(provenRow)),
  ];
  return [state.assetId, ...sections.filter((text) => text !== '')].join('\n');
}

const provenRow = ({ field, subjectKey, proven }: ShownFact): readonly (readonly string[])[] =>
  proven === true ? [[field, subjectKey === '' ? 'the asset' : subjectKey]] : [];

type Value = Readonly<Record<string, unknown>>;

/** Facts are values of our own shapes; each shown member is text, a number, a list of text, or null. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const rowsOf = (
  facts: readonly ChainFact[],
  field: string,
  row: (fact: ChainFact, value: Value | null) => readonly string[],
): readonly (readonly string[])[] =>
  facts.filter((fact) => fact.field === field).map((fact) => row(fact, fact.value as Value | null));

function section(title: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `\n${title}\n${table(header, rows).replaceAll(/^/gm, '  ')}`;
}

function assetLines(facts: readonly ChainFact[]): string {
  const rows = facts
    .filter(({ subjectKind, field }) => subjectKind === 'asset' && field !== 'chain_reading')
    .flatMap(({ field, value }) => assetRows(field, value));
  return rows.map(([name, text]) => `  ${name.padEnd(16)}  ${visibleText(text)}`).join('\n');
}

function assetRows(field: string, value: unknown): readonly (readonly [string, string])[] {
  if (field === 'token' || field === 'code') {
    return Object.entries(value as Value)
      .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0))
      .map(([name, member]) => [name, textOf(member)]);
  }
  return [[field, textOf(value)]];
}

function authorityRow({ subjectKey }: ChainFact, value: Value | null): readonly string[] {
  const [type = ''] = subjectKey.split(':');
  if (value === null) return [type, 'given up', ''];
  const signers = value['accountType'] === 'multisig' ? thresholdOf(value) : '';
  return [type, textOf(value['address']), signers];
}

/** Members who may not vote do not count. */
const thresholdOf = ({ threshold, signers, voters }: Value): string => {
  const counted = Array.isArray(voters) ? voters : signers;
  return `${textOf(threshold)} of ${Array.isArray(counted) ? counted.length : 0} signers`;
};

function controlRow({ subjectKey }: ChainFact, value: Value | null): readonly string[] {
  const { kind, version, next, cut, note, threshold, timeLockSeconds, delegate } = value ?? {};
  const details = [
    ...(version === null ? [] : [`version ${textOf(version)}`]),
    ...(threshold === null ? [] : [thresholdOf(value ?? {})]),
    ...(timeLockSeconds === null ? [] : [`waits ${textOf(timeLockSeconds)} s`]),
    ...(delegate === null ? [] : [`${kind === 'squads' ? 'a vault of' : 'delegates to'} ${textOf(delegate)}`]),
    ...(note === null ? [] : [textOf(note)]),
    ...(cut === null ? [] : [`not followed further: ${textOf(cut)}`]),
  ];
  return [subjectKey, [textOf(kind), ...details].join(', '), kind === 'key' ? '' : textOf(next)];
}

const roleRow = ({ subjectKey }: ChainFact, value: Value | null): readonly string[] => {
  const [contract = '', role = ''] = subjectKey.split(':');
  return [`${contract} ${textOf(value?.['name'] ?? role)}`, textOf(value?.['holders'])];
};
