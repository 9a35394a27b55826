import { caip19OfWish } from '../../pipeline/registry/wishes/wish.ts';
import { table } from '../program/output/table.ts';
import { visibleText } from '../program/output/visible-text.ts';
import type { WishedToken } from './wished-tokens.ts';

/** Every member with where it comes from. */
export const shownTokens = (tokens: readonly WishedToken[], width: number): string =>
  table(
    ['token', 'member', 'value', 'from'],
    tokens.flatMap(({ wish, origins }) =>
      [...Object.entries(wish.members), ...amendedRows(wish)].map(([member, value]) => [
        caip19OfWish(wish),
        member,
        visibleText(String(value)),
        origins[member] ?? 'option',
      ]),
    ),
    width,
  );

const amendedRows = ({ amendments }: WishedToken['wish']): readonly (readonly [string, unknown])[] => [
  ...(amendments?.dtis ?? []).map((code) => ['dti', code] as const),
  ...(amendments?.ffgs ?? []).map((code) => ['ffg', code] as const),
  ...(amendments?.documents ?? []).map(({ kind, url }) => [kind, url] as const),
  ...(amendments?.roles ?? []).map(({ role, partyId }) => [role, partyId] as const),
  ...(amendments?.unset ?? []).map((member) => [member, 'taken away'] as const),
];
