/** Instruments in words. */
import { fieldOf } from '../../../../schemas/fields/catalogue.ts';
import { fill } from '../../../text/template.ts';
import { formatIsoDate, joinList } from '../../../text/values.ts';
import type { Member } from './members.ts';
import { collateralPhrases } from './templates.ts';

/** `30 June 2025`, of a date or a date and time. */
export const dateOf = (asOf: string): string => formatIsoDate(asOf.slice(0, 10));

/** Hundredths of a percent as `12.5 percent`. */
export const percentText = (share: number): string => `${share / 100} percent`;

const words = fieldOf('reserve_asset_classes')?.words ?? {};

/** A class in words; an unknown code as it is. */
export const classText = (code: string): string =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : code.replaceAll('_', ' ');

/** `government bills of at most 93 days, due on 14 August 2025`. */
export function detailText({ class: code, maturity }: Pick<Member, 'class' | 'maturity'>): string {
  const parts = [
    ...(code === null ? [] : [classText(code)]),
    ...(maturity === null ? [] : [fill(collateralPhrases.due, { date: formatIsoDate(maturity) })]),
  ];
  return parts.length === 0 ? collateralPhrases.unstated : parts.join(', ');
}

/** `US912797PX95: government bills of at most 93 days, due on 14 August 2025, 1.2 percent of the reserve`. */
export function memberText(member: Member): string {
  const { isin, share } = member;
  const of = share === null ? '' : `, ${fill(collateralPhrases.share, { share: percentText(share) })}`;
  return `${isin}: ${detailText(member)}${of}`;
}

const mostNamed = 6;

/** `12 instruments, due from 3 July 2025 to 25 September 2025: US…, US… and 10 more`. */
export function listedText(members: readonly Member[]): string {
  const due = members.flatMap(({ maturity }) => maturity ?? []).sort();
  const [first, last] = [due[0], due.at(-1)];
  const more = members.length - mostNamed;
  const named = members.slice(0, more > 0 ? mostNamed : undefined).map(({ isin }) => isin);
  const range =
    first === undefined || last === undefined
      ? ''
      : first === last
        ? `, ${fill(collateralPhrases.due, { date: formatIsoDate(first) })}`
        : `, ${fill(collateralPhrases.range, { first: formatIsoDate(first), last: formatIsoDate(last) })}`;
  const count =
    members.length === 1 ? collateralPhrases.one : fill(collateralPhrases.many, { count: `${members.length}` });
  return `${count}${range}: ${joinList(more > 0 ? [...named, `${more} more`] : named)}`;
}
