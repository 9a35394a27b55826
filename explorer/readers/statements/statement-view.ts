import type {
  AuthorityValue,
  ChainCodeValue,
  ChainTokenValue,
  RegisterColumnValue,
  RegisterListedValue,
} from '../../../schemas/facts.ts';
import { accountText } from '../../../schemas/terms/account-text.ts';
import { inThousands } from '../../../schemas/values/in-thousands.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';
import { authorityLabel } from '../../labels/authorities.ts';
import type { DescribeValue } from '../../labels/field-values.ts';
import { sourceName, type SourceName } from '../../labels/sources.ts';
import { countryText } from '../../labels/countries.ts';
import { clipped } from '../../labels/clipped.ts';
import { wordOf } from '../../labels/words.ts';
import type { Statement } from './queries.ts';

/** A value that a source states, as a page prints it. */
export interface StatementView {
  /** Of the path of its history. */
  readonly field: string;
  readonly label: string;
  readonly text: string;
  readonly source: string;
  readonly sourceUrl: string | null;
  /** Milliseconds. */
  readonly since: number;
  /** Up to 300 characters. */
  readonly quote: string | null;
  readonly observationId: string;
  readonly observationSha256: string | null;
  /** "block 437047333"; null where the source has no blocks. */
  readonly block: string | null;
}

export interface StatementLabels {
  readonly describe: DescribeValue;
  readonly sources: readonly SourceName[];
  /** Decimal places of a unit; null where none are stated. */
  readonly decimals: number | null;
  readonly symbol: string;
}

/** Name of the field in the path of its history. An authority has its type, for each of its holders. */
export const fieldInPath = ({ kind, field, subjectKey }: Statement): string =>
  kind === 'authority' ? (subjectKey.split(':', 1)[0] ?? subjectKey) : kind === 'party' ? 'issuer' : field;

/** Null for what pages do not show: what is declared for programs, and values of unknown fields. */
export function statementView(statement: Statement, labels: StatementLabels): StatementView | null {
  const described = describedOf(statement, labels);
  if (described === null) return null;
  const { sourceKey, sourceUrl, since, quote, observationId, observationSha256, place } = statement;
  return {
    ...described,
    field: fieldInPath(statement),
    source: sourceName(sourceKey, labels.sources, { isDocument: quote !== null, hasBytes: place !== null }),
    sourceUrl,
    since,
    quote: quote === null ? null : clipped(quote),
    observationId,
    observationSha256,
    block: /^block:(\d+)/.exec(place ?? '')?.[1] ?? null,
  };
}

type LabelledText = Pick<StatementView, 'label' | 'text'>;

function describedOf(statement: Statement, labels: StatementLabels): LabelledText | null {
  const { kind, field, value } = statement;
  switch (kind) {
    case 'authority': {
      if (field !== 'authority') return null;
      const authority = value as AuthorityValue;
      const text = [authority.address, accountText({ ...authority, accountKind: null })].join(', ');
      return { label: authorityLabel(authority.type).name, text };
    }
    case 'register_row':
      return field === 'listed' ? listedText(value as RegisterListedValue) : cellText(value as RegisterColumnValue);
    case 'issuer':
      return { label: 'Identity of the issuer (KYI)', text: checkText(value as { readonly status: string }) };
    case 'party':
      return partyText(value as DeclaredParty);
    case 'asset':
      return chainText(field, value, labels) ?? labels.describe(field, JSON.stringify(value));
  }
}

const listedText = ({ register, status, entity, token }: RegisterListedValue): LabelledText => ({
  label: 'Row of a register',
  text: `${entity}${token === '' ? '' : ` (${token})`}: ${status} in ${register}`,
});

const cellText = ({ label, meaning, text, entity }: RegisterColumnValue): LabelledText => ({
  label: sentenceCase(label),
  text: text === entity ? text : `${meaning === 'country' ? countryText(text) : text}, ${entity}`,
});

const checkText = ({ status }: { readonly status: string }): string => wordOf('kyiStatus', status);

/** What is public of a declared party. */
interface DeclaredParty {
  readonly party: {
    readonly partyId: string;
    readonly name: string;
    readonly legalName: string | null;
    readonly lei: string | null;
    readonly country: string | null;
  };
  readonly roles: readonly string[];
}

const partyText = ({ party: { name, legalName, lei, country }, roles }: DeclaredParty): LabelledText => ({
  label: 'Declaration of the issuer',
  text: [
    legalName ?? name,
    ...(lei === null ? [] : [`LEI ${lei}`]),
    ...(country === null ? [] : [countryText(country)]),
    ...(roles.includes('issuer') ? [] : roles.map((role) => `as ${role.replaceAll('_', ' ')}`)),
  ].join(', '),
});

const chainTexts: Readonly<Record<string, (value: never, labels: StatementLabels) => LabelledText>> = {
  supply: (units: string, { decimals, symbol }) => ({
    label: 'Supply',
    text: `${amountText(units, decimals)} ${symbol}`,
  }),
  cap: (units: string, { decimals, symbol }) => ({
    label: 'Greatest supply',
    text: `${amountText(units, decimals)} ${symbol}`,
  }),
  multiplier: (factor: string) => ({ label: 'Factor that balances show', text: factor }),
  powers: (codes: readonly string[]) => ({
    label: 'Powers',
    text: codes.length === 0 ? 'None' : codes.map((code) => code.replaceAll('_', ' ')).join(', '),
  }),
  paused: (isPaused: boolean) => ({ label: 'Transfers', text: isPaused ? 'Stopped' : 'Not stopped' }),
  ownership_offer: (to: string) => ({ label: 'Ownership is offered to', text: to }),
  code: ({ proxy, implementation }: ChainCodeValue) => ({
    label: 'Code',
    text: implementation === null ? `Proxy: ${proxy}` : `Proxy: ${proxy}; implementation ${implementation}`,
  }),
  token: ({ name, symbol, decimals }: ChainTokenValue) => ({
    label: 'What the token states of itself',
    text: `${name ?? 'no name'}, ${symbol ?? 'no symbol'}, ${decimals ?? 'no'} decimals`,
  }),
};

const chainText = (field: string, value: unknown, labels: StatementLabels): LabelledText | null =>
  Object.hasOwn(chainTexts, field) ? (chainTexts[field]?.(value as never, labels) ?? null) : null;

/** A count of base units with its decimal point and commas; without the fraction from a million units on. */
export function amountText(units: string, decimals: number | null): string {
  if (decimals === null) return `${inThousands(units)} base units`;
  const digits = units.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '');
  return fraction === '' || whole.length > 6 ? inThousands(whole) : `${inThousands(whole)}.${fraction}`;
}
