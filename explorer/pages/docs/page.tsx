import type { VNode } from 'preact';
import { type Frame, pageAnswer, type PageRoute } from '../../page-route.ts';
import { Layout } from '../../parts/layout.tsx';
import { documentOf } from '../../render.ts';

const DocsPage = ({ frame }: { readonly frame: Frame }): VNode => (
  <Layout title="API" frame={frame} styles={['/docs/swagger-ui.css', '/docs/page.css']}>
    <div class="head">
      <h1>API</h1>
      <p>
        Every operation of this service, to read and to try. The same for programs:{' '}
        <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/vocabularies.json">the terms and their meanings</a>.
      </p>
      <noscript>This page needs scripts. The description itself is at /openapi.json.</noscript>
      <div class="stack" data-needs-script>
        <p class="small">
          Requests go to the host of this page. Lookups take the key as it is in <code>Authorization</code>, monitoring
          takes <code>Bearer</code> before it; this field fills in both.
        </p>
        <form id="key" class="row" aria-label="Key">
          <label for="key-text">API key, for both interfaces</label>
          <input id="key-text" class="field" type="password" autoComplete="off" spellcheck={false} maxLength={200} />
          <button class="btn" type="submit">
            Use it
          </button>
          <span class="small" role="status" />
        </form>
      </div>
    </div>
    <div id="swagger-ui" />
    <script src="/docs/swagger-ui-bundle.js" />
    <script src="/docs/start.js" />
  </Layout>
);

/** Swagger UI sets inline styles from its scripts, and its markup is not of a trusted type. No other origin is allowed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The description of the API as a page, where requests can be tried out. */
export const docsRoute: PageRoute = {
  name: 'docs',
  method: 'GET',
  path: '/docs',
  scopes: null,
  handle: ({ frame }) => ({
    ...pageAnswer(documentOf(<DocsPage frame={frame} />)),
    headers: { 'Content-Security-Policy': policy },
  }),
};
