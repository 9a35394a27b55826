import type { VNode } from 'preact';
import type { ApiError } from '../../../api/errors.ts';
import type { ErrorCode } from '../../../schemas/vocabulary.ts';
import type { Frame } from '../../page-route.ts';
import { Layout } from '../../parts/layout.tsx';
import { Search } from '../../parts/search.tsx';
import { documentOf } from '../../render.ts';

interface Words {
  readonly title: string;
  readonly next: string;
}

/** What a reader can do after a refusal; every other code has the last entry's words. */
const words: Partial<Readonly<Record<ErrorCode, Words>>> & { readonly internal_error: Words } = {
  not_found: {
    title: 'Not in this registry',
    next: 'Nothing is published at this address. That says nothing about a token, good or bad: search for it by address, ticker or issuer.',
  },
  api_key_invalid: { title: 'Not for programs', next: 'Programs read the API: see its documentation.' },
  rate_limited: { title: 'Too many requests', next: 'Wait a minute, then load the page again.' },
  upstream_unavailable: {
    title: 'Not available now',
    next: 'The tables behind this page do not answer in time. Load it again in a few seconds.',
  },
  method_not_allowed: { title: 'Not possible', next: 'This page cannot be used in this way.' },
  invalid_parameter: { title: 'Not understood', next: 'Check the address, or search.' },
  uri_too_long: { title: 'Not understood', next: 'The address is too long.' },
  internal_error: { title: 'Something failed', next: 'The failure is logged under the id below.' },
};

const RefusalPage = ({ frame, refusal, requestId }: RefusalProps): VNode => {
  const { title, next } = words[refusal.code] ?? words.internal_error;
  return (
    <Layout title={title} frame={frame} hasSearch>
      <div class="hero">
        <h1>{title}</h1>
        <p>{next}</p>
        <Search size={18} />
        <p class="small muted">
          {refusal.status} · {refusal.message} · request <span class="hash">{requestId}</span>
        </p>
      </div>
    </Layout>
  );
};

interface RefusalProps {
  readonly frame: Frame;
  readonly refusal: ApiError;
  readonly requestId: string;
}

/** A refusal as a page: what it means, what to do, and the id under which it is logged. */
export const refusalPage = (frame: Frame, refusal: ApiError, requestId: string): Buffer =>
  documentOf(<RefusalPage frame={frame} refusal={refusal} requestId={requestId} />);
