import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import { counted } from '../program/output/counted.ts';

type Headlines = { readonly [T in TopicName]?: (value: ValueOf<T>) => string };

/** What a record states, in one line. Topics that are not here show their value as JSON. */
const headlines: Headlines = {
  'registry.parties': ({ name }) => name,
  'registry.assets': ({ symbol, chain, address }) => `${symbol} on ${chain} ${address}`,
  'feed.runs': ({ status, rows, added, changed, removed, reason }) =>
    `${status}: ${counted(rows, 'row')}, ${added} added, ${changed} changed, ${removed} removed${reason === null ? '' : `; ${reason}`}`,
  observations: ({ subjectKind, subjectKey, field, value }) =>
    `${[subjectKind, subjectKey, field].filter((part) => part !== '').join(' ')} = ${value ?? 'none'}`,
  changes: ({ direction, revision, explanation: { headline } }) =>
    `${direction}${revision > 0 ? `, revision ${revision}` : ''}: ${headline}`,
  'asset.records': ({ symbol, chain, status }) => `${symbol} on ${chain}: ${status}`,
  'accounts.commands': ({ type, tenantId }) => `${type} of ${tenantId}`,
  'accounts.events': ({ type, tenantId }) => `${type} of ${tenantId}`,
};

export function headlineOf<T extends TopicName>(topic: T, value: ValueOf<T> | null): string {
  if (value === null) return 'no known schema reads this value';
  const headline = headlines[topic];
  return headline === undefined ? JSON.stringify(printable(value)) : headline(value);
}

/** The value with its byte fields as base64 text, as in the tables. */
export function printable(value: object | null): unknown {
  if (value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      Buffer.isBuffer(member) ? member.toString('base64') : member,
    ]),
  );
}
