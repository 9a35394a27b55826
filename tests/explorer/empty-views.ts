/**
 * Every path that a reader opens, and each of its views that can be empty (U-29): what the view states and where it leads. A
 * path of the router without a row fails the test, and so does a view in the sources without one.
 */
import { asset, assetId } from '../api/records.ts';

/** What exists when a view is opened; each stage has what the stages before it have. */
export const stages = ['nothing', 'token', 'watched', 'regime', 'endpoint', 'document', 'change', 'away'] as const;
export type Stage = (typeof stages)[number];

/** Ids that exist only once their stage is reached. */
export interface Ids {
  readonly item: string;
  readonly endpoint: string;
  readonly document: string;
  readonly change: string;
}

export interface EmptyView {
  /** Name of the view in its component. */
  readonly of: string;
  readonly at: Stage;
  readonly path: string | ((ids: Ids) => string);
  /** Why the view is empty, as it states it. */
  readonly why: RegExp;
  /** Where it leads. */
  readonly next: string | ((ids: Ids) => string);
}

/** The views of a route that can be empty, or why it always shows something. */
export type EmptyViews = readonly EmptyView[] | { readonly never: string };

const token = `/verified-assets/${asset(1).address}/ethereum`;
/** One of which sources state something, from the stage of the regime on. */
const stated = `/verified-assets/${asset(2).address}/ethereum`;
const never = (reason: string): EmptyViews => ({ never: reason });
/** Of programs: its reader gets rows, or none. */
const file = never('it is a file, a feed or a stream');

export const emptyViews: Readonly<Record<string, EmptyViews>> = {
  '/': [
    { of: 'tokens', at: 'nothing', path: '/', why: /No verified token yet.*registry import/, next: '/sources' },
    { of: 'search', at: 'token', path: '/?q=none', why: /No token found for “none”\. Try its address/, next: '/' },
  ],
  '/tokens': [{ of: 'tokens-none', at: 'nothing', path: '/tokens', why: /No verified token yet/, next: '/' }],
  '/verified-assets/:address/:chain': [
    { of: 'authorities', at: 'token', path: token, why: /No authority was observed/, next: '/sources#chains' },
    {
      of: 'asset-changes',
      at: 'token',
      path: token,
      why: /No confirmed change is shown yet/,
      next: `${token}/changes.atom`,
    },
    { of: 'asset-changes-away', at: 'away', path: token, why: /The changes cannot be read now/, next: token },
    { of: 'asset-documents', at: 'token', path: token, why: /No document of the issuer/, next: '/sources#documents' },
    { of: 'other-chains', at: 'token', path: token, why: /No other chain has a registered token/, next: '/' },
  ],
  '/verified-assets/:address/:chain/fields/:field': [
    {
      of: 'field-changes',
      at: 'regime',
      path: `${stated}/fields/supply`,
      why: /No confirmed change of this value is known/,
      next: stated,
    },
  ],
  '/status': never('every feed of the program has a row'),
  '/docs': never('its operations are those of the API'),
  '/help': never('its terms are those of the program'),
  '/entities/:id': [
    {
      of: 'entity-changes',
      at: 'token',
      path: '/entities/acme',
      why: /No confirmed change of its tokens is shown yet/,
      next: '/',
    },
  ],
  '/issuers/:id': never('it leads to the page of the entity'),
  '/robots.txt': file,
  '/sitemap.xml': file,
  '/favicon.ico': file,
  '/verified-assets/:address/:chain/badge.svg': file,
  '/sources': [
    { of: 'sources', at: 'nothing', path: '/sources', why: /No file was read here yet/, next: '#never-read' },
    { of: 'chains', at: 'nothing', path: '/sources', why: /No token is registered yet/, next: '/' },
    {
      of: 'documents',
      at: 'nothing',
      path: '/sources',
      why: /None was read yet.*whether the service fetches/,
      next: '/',
    },
  ],
  '/sources/:feed': [
    { of: 'files', at: 'nothing', path: '/sources/esma-emtwp', why: /No file of this source/, next: '/sources' },
  ],
  '/changes': [
    { of: 'changes', at: 'nothing', path: '/changes?by=known', why: /You watch no token yet/, next: '/watchlist' },
    { of: 'changes', at: 'watched', path: '/changes?by=known', why: /Nor at any time before/, next: '/watchlist' },
    {
      of: 'changes',
      at: 'watched',
      path: '/changes?category=sanctions&by=known',
      why: /Nor at any time before, with these filters/,
      next: '/changes?days=365&by=known',
    },
  ],
  '/changes/new': [
    { of: 'changes-new', at: 'nothing', path: '/changes/new', why: /Nothing is new/, next: '/changes?by=known' },
  ],
  '/inbox': [
    { of: 'inbox', at: 'nothing', path: '/inbox', why: /Nothing is unread/, next: '/inbox?show=all' },
    { of: 'inbox-all', at: 'nothing', path: '/inbox?show=all', why: /No notification yet/, next: '/watchlist' },
    {
      of: 'inbox-older',
      at: 'nothing',
      path: '/inbox?cursor=1.00000000-0000-0000-0000-000000000000.4',
      why: /Nothing older is unread/,
      next: '/inbox',
    },
  ],
  '/watchlist': [
    { of: 'watchlist', at: 'nothing', path: '/watchlist', why: /You watch no token yet/, next: '/' },
    {
      of: 'watchlist-shown',
      at: 'watched',
      path: '/watchlist?show=good',
      why: /No watched token is of this kind now/,
      next: '/watchlist',
    },
    { of: 'watchlist-search', at: 'nothing', path: '/watchlist?add=none', why: /No token found for “none”/, next: '/' },
  ],
  '/watchlist/add': [
    { of: 'requests', at: 'nothing', path: '/watchlist/add', why: /You asked for no token/, next: '/watchlist' },
  ],
  '/watchlist/:item': [
    {
      of: 'item-sources',
      at: 'watched',
      path: ({ item }) => `/watchlist/${item}`,
      why: /Nothing was read of this token yet/,
      next: '/sources',
    },
  ],
  '/obligations/:assetId': [
    {
      of: 'obligations',
      at: 'watched',
      path: `/obligations/${assetId(1)}`,
      why: /No obligation is judged for this token/,
      next: ({ item }) => `/watchlist/${item}`,
    },
    {
      of: 'verdicts',
      at: 'regime',
      path: `/obligations/${assetId(1)}`,
      why: /No verdict yet: obligations are judged once a day/,
      next: '/sources',
    },
  ],
  '/account/webhooks': [
    { of: 'endpoints', at: 'nothing', path: '/account/webhooks', why: /You have no endpoint yet/, next: '#url' },
  ],
  '/account/webhooks/:endpoint': [
    {
      of: 'deliveries',
      at: 'endpoint',
      path: ({ endpoint }) => `/account/webhooks/${endpoint}`,
      why: /Nothing was sent in the last 30 days/,
      next: '#actions',
    },
  ],
  '/operator': [{ of: 'open', at: 'nothing', path: '/operator', why: /Nothing is open/, next: '/sources' }],
  '/operator/intake': [
    {
      of: 'intake',
      at: 'nothing',
      path: '/operator/intake',
      why: /Every intake is complete/,
      next: '/operator/tenants',
    },
  ],
  '/operator/requests': [
    {
      of: 'open-requests',
      at: 'nothing',
      path: '/operator/requests',
      why: /Nothing is asked for/,
      next: '/operator/tenants',
    },
  ],
  '/operator/parked': [
    { of: 'parked', at: 'nothing', path: '/operator/parked', why: /Nothing is parked/, next: '/sources' },
  ],
  '/signin': never('it is a form'),
  '/account': never('it has the key and the session of its reader'),
  '/operator/registry': [
    {
      of: 'registry',
      at: 'nothing',
      path: '/operator/registry',
      why: /Nothing is declared/,
      next: '/operator/registry/add',
    },
  ],
  '/operator/registry/add': never('it is a form'),
  '/operator/registry/import': never('it is a form'),
  '/operator/registry/assets/:id': never('it is one token'),
  '/operator/registry/parties/:id': never('it is one party'),
  '/operator/keys': never('it has the key of its reader'),
  '/operator/tenants': never('it has the tenant of its reader'),
  '/operator/rules': never('a program has rule sets'),
  '/changes/:id': never('a change has its texts, and one that is missing is a refusal'),
  '/changes/:id/evidence': [
    {
      of: 'evidence',
      at: 'change',
      path: ({ change }) => `/changes/${change}/evidence`,
      why: /has 50,001 observations.*up to 50,000/,
      next: ({ change }) => `/changes/${change}`,
    },
  ],
  '/sources/documents/:id': [
    {
      of: 'values',
      at: 'document',
      path: ({ document }) => `/sources/documents/${document}`,
      why: /No value of it is established yet/,
      next: '#fetches',
    },
  ],
  '/artifacts/:sha256': file,
  '/changes.csv': file,
  '/changes/:id.json': file,
  '/changes/:id/bundle.json': file,
  '/live': file,
  '/static/:name': file,
  '/verified-assets/:address/:chain/changes/:id': never('a change has its texts, and one that is missing is a refusal'),
  '/verified-assets/:address/:chain/changes/:id/evidence': never('its empty view is that of /changes/:id/evidence'),
  '/verified-assets/:address/:chain/changes/:id/bundle.json': file,
  '/verified-assets/:address/:chain/changes.atom': file,
  '/verified-assets/:address/:chain/token.json': file,
};
