import type { VNode } from 'preact';
import type { ApiError } from '../../../api/errors.ts';
import type { ErrorCode, PageErrorCode } from '../../../schemas/vocabulary.ts';
import type { Frame } from '../../page-route.ts';
import { KeyContact } from '../../parts/key-contact.tsx';
import { Layout } from '../../parts/layout.tsx';
import { RequestId } from '../../parts/request-id.tsx';
import { Search } from '../../parts/search.tsx';
import { documentOf } from '../../render.ts';

interface Advice {
  readonly title: string;
  readonly next: string;
}

/** What a reader can do after a refusal. */
const advice: Readonly<Record<ErrorCode | PageErrorCode, Advice>> = {
  not_found: {
    title: 'Page not found',
    next: 'Check the address, or search for a token by address, ticker or issuer.',
  },
  authorization_refused: { title: 'Not for programs', next: 'Programs read the API: see its documentation.' },
  csrf_refused: { title: 'Not accepted', next: 'Load the page again, then send its form once more.' },
  session_scope_missing: { title: 'Not for your key', next: 'Sign in with a key that has the scope.' },
  form_refused: { title: 'Not understood', next: 'Load the page again, then send its form once more.' },
  api_key_invalid: { title: 'Key ended', next: 'Sign in again.' },
  api_key_scope_missing: { title: 'Not for your key', next: 'Sign in with a key that has the scope.' },
  watchlist_limit_reached: { title: 'No place left', next: 'Remove a token from the watchlist first.' },
  ambiguous_asset: { title: 'Several tokens', next: 'Open the page of the token on its chain, and watch it there.' },
  already_public: { title: 'Public already', next: 'Find the token on your watchlist page, and watch it.' },
  limit_reached: { title: 'No place left', next: 'Remove one of these first.' },
  rate_limited: { title: 'Too many requests', next: 'Wait a minute, then load the page again.' },
  upstream_unavailable: {
    title: 'Not available now',
    next: 'The tables behind this page do not answer in time. Load it again in a few seconds.',
  },
  method_not_allowed: { title: 'Not possible', next: 'This page cannot be used in this way.' },
  invalid_parameter: { title: 'Not understood', next: 'Check the address, or search.' },
  payload_too_large: { title: 'Too long', next: 'Send a shorter text.' },
  unsupported_media_type: { title: 'Not understood', next: 'Load the page again, then send its form once more.' },
  uri_too_long: { title: 'Not understood', next: 'The address is too long.' },
  internal_error: { title: 'Something failed', next: 'The failure is logged under the id below.' },
};

/** What is not found, by path: a missing token is another thing than a missing change. The first that matches holds. */
const missing: readonly (readonly [path: RegExp, advice: Advice])[] = [
  [
    /^\/verified-assets\//,
    {
      title: 'Not in this registry',
      next: 'No verified token has this address on this chain. That is no judgement of any token. Search for it by address, ticker or issuer.',
    },
  ],
  [
    /^\/changes\/[^/]+\/bundle\.json/,
    { title: 'No bundle here', next: 'The message below has the command that writes the bundle.' },
  ],
  [
    /^\/changes\//,
    {
      title: 'Change not found',
      next: 'You see changes of tokens on your watchlist. This id belongs to none of them: the token may have left your list, or the id is incomplete.',
    },
  ],
  [
    /^\/artifacts\//,
    {
      title: 'File not kept here',
      next: 'Files of public registers, lists and chains can be downloaded by their hash. Documents of issuers are not served: the page of the change names the address where they were published.',
    },
  ],
  [
    /^\/watchlist\//,
    { title: 'Not on your watchlist', next: 'The token may have been removed. Find it again on your watchlist page.' },
  ],
  [/^\/obligations\//, { title: 'No such token', next: 'Obligations are shown for tokens on your watchlist.' }],
  [
    /^\/sources\/documents\//,
    { title: 'Document not found', next: 'The page of all sources lists the documents that were read.' },
  ],
  [
    /^\/sources\//,
    { title: 'Source not found', next: 'The page of all sources lists those that this program can read.' },
  ],
];

/** The key of the session lacks scopes, which the refusal names. */
const notForKey = (scopes: readonly string[], isForm: boolean): Advice => ({
  title: 'Not for your key',
  next: `Your key may not ${isForm ? 'do' : 'see'} this. It needs ${scopes.join(' and ')}.`,
});

function adviceOn(
  { code, details }: ApiError,
  { path, isForm }: Pick<RefusalProps, 'isForm'> & { readonly path: string },
): Advice {
  const scopes = details.flatMap(({ parameter, reason }) => (parameter === 'scope' ? [reason] : []));
  if (code === 'session_scope_missing' && scopes.length > 0) return notForKey(scopes, isForm);
  const own = code === 'not_found' ? missing.find(([pattern]) => pattern.test(path)) : undefined;
  return own?.[1] ?? advice[code];
}

/** Refusals that another key would not meet. */
const keyRefusals: ReadonlySet<string> = new Set(['session_scope_missing', 'api_key_scope_missing', 'api_key_invalid']);

const RefusalPage = ({ frame, refusal, isForm }: RefusalProps): VNode => {
  const { title, next } = adviceOn(refusal, { path: frame.path, isForm });
  return (
    <Layout title={title} frame={frame} hasSearch>
      <div class="hero">
        <h1>{title}</h1>
        <p>{next}</p>
        {keyRefusals.has(refusal.code) ? <KeyContact frame={frame} what="for a key that may" /> : null}
        <Search size={18} />
        <p class="small muted">
          {refusal.status} <code>{refusal.code}</code> · {refusal.message} · <RequestId frame={frame} />
        </p>
      </div>
    </Layout>
  );
};

interface RefusalProps {
  readonly frame: Frame;
  readonly refusal: ApiError;
  /** It refuses a form, not a page. */
  readonly isForm: boolean;
}

/** A refusal as a page: what it means, what to do, and the id under which it is logged. */
export const refusalPage = (props: RefusalProps): Buffer => documentOf(<RefusalPage {...props} />);
