/** Every form of the pages, a row each, with fields that it accepts. */
import { assetId, now } from '../api/records.ts';
import type { World } from './world.ts';

export interface PageForm {
  /** Pattern of its path. */
  readonly pattern: string;
  readonly action: (world: World) => string;
  /** The page that has it. */
  readonly page: (world: World) => string;
  readonly fields: (world: World) => Readonly<Record<string, string>>;
}

const form = (
  page: string | PageForm['page'],
  pattern: string,
  fields: Readonly<Record<string, string>> | PageForm['fields'] = {},
): PageForm => ({
  pattern,
  page: typeof page === 'string' ? () => page : page,
  action: ({ ids }) =>
    pattern
      .replace(':item', ids.item)
      .replace(':endpoint', ids.endpoint)
      .replace('assets/:id', `assets/${ids.registered}`)
      .replace('parties/:id', `parties/${ids.party}`),
  fields: typeof fields === 'function' ? fields : () => fields,
});

export const forms: readonly PageForm[] = [
  form('/signin', '/signin', ({ key }) => ({ key: key.text })),
  form('/account', '/signout'),
  form('/inbox', '/inbox/read', { id: assetId(9) }),
  form('/inbox', '/inbox/unread', { id: assetId(9) }),
  form('/changes?by=known', '/changes/seen', { upTo: String(now), count: '1' }),
  form('/watchlist?add=TK2', '/watchlist', { assetId: assetId(2) }),
  form(({ ids }) => `/watchlist/${ids.item}`, '/watchlist/:item', { do: 'note', note: 'Another note.' }),
  form('/watchlist/add', '/watchlist/add', { do: 'check', text: 'TK2' }),
  form('/account', '/account/theme', { theme: 'dark' }),
  form('/account', '/account/sessions/end', { session: 'none' }),
  form('/account', '/account/sessions/end-others'),
  form('/account', '/account/key/rotate'),
  form('/account/webhooks', '/account/webhooks', { url: 'https://receiver.example/in' }),
  form(({ ids }) => `/account/webhooks/${ids.endpoint}`, '/account/webhooks/:endpoint', { do: 'pause' }),
  form('/operator', '/operator/changes', { change: 'x 1', why: 'A reason.', by: 'Ann', verdict: 'confirmed' }),
  form('/operator', '/operator/changes/reopen', { change: 'x 1', why: 'A reason.', by: 'Ann' }),
  form('/operator/registry/import', '/operator/registry/import', { text: '{}' }),
  form('/operator/registry/import', '/operator/registry/apply', { text: '{}', digest: 'x' }),
  form('/operator/registry/add', '/operator/registry/add', {
    place: `0x${'6'.repeat(40)}`,
    chain: 'base',
    name: 'A',
    symbol: 'A',
  }),
  form(({ ids }) => `/operator/registry/assets/${ids.registered}`, '/operator/registry/assets/:id', {
    form: 'decide',
    by: 'Ann',
    why: 'A reason.',
    do: 'withdraw',
  }),
  form(({ ids }) => `/operator/registry/parties/${ids.party}`, '/operator/registry/parties/:id', {
    form: 'decide',
    by: 'Ann',
    why: 'A reason.',
    status: 'verified',
  }),
  form('/operator/keys', '/operator/keys', { name: 'Bob', scope: 'monitoring:read' }),
  form('/operator/keys', '/operator/keys/rotate', ({ key }) => ({ key: key.keyId })),
  form('/operator/keys', '/operator/keys/revoke', ({ key }) => ({ key: key.keyId })),
  form('/operator/tenants', '/operator/tenants', ({ key }) => ({ tenant: key.tenantId, limit: '7' })),
  form('/operator/requests', '/operator/requests', ({ requested }) => ({ caip19: requested, reason: 'No issuer.' })),
  form('/operator/intake', '/operator/intake', ({ ids }) => ({ item: ids.item })),
];
