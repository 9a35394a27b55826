import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { themes } from '../../sessions/theme-cookie.ts';
import { Copied } from '../../parts/copied.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { KeyContact } from '../../parts/key-contact.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Scopes } from '../../parts/scopes.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import type { WebhooksLine } from '../../readers/webhooks/account-line.ts';
import { endpointPath, webhooksPath } from '../../labels/webhook-paths.ts';

/** A session of the key, as its reader sees it. Times in milliseconds. */
interface SessionRow {
  /** A name for the form; the cookie of the session cannot be made from it. */
  readonly handle: string;
  readonly openedAt: number;
  readonly renewedAt: number;
  readonly isThis: boolean;
}

/** A key that replaces the one of the session. */
interface NewKey {
  readonly keyId: string;
  readonly text: string;
  /** When the old key stops working, milliseconds. */
  readonly previousUntil: number;
}

export interface AccountView {
  readonly keyName: string;
  readonly keyId: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** UTC day, YYYY-MM-DD. */
  readonly usedOn: string | null;
  readonly used: number;
  readonly limit: number;
  /** Requests a minute; null without a limit. */
  readonly perMinute: number | null;
  readonly sessions: readonly SessionRow[];
  /** Null where the scopes of the key do not allow them. */
  readonly webhooks: WebhooksLine | null;
  /** The key of the POST that this page answers; null on every other page. */
  readonly made: NewKey | null;
}

interface Props {
  readonly view: AccountView;
  readonly frame: Frame;
}

/** The only time that the new key is shown: nothing stores it. */
const Made = ({ made }: { readonly made: NewKey }): VNode => (
  <section class="card pad stack" role="status">
    <h2>The new key, shown only now</h2>
    <Copied text={made.text} what="the key" />
    <p class="small">
      Only its hash is stored: copy it now. Its id is <span class="hash">{made.keyId}</span>. This session and the old
      key end <Time at={made.previousUntil} exact />: sign in with the new one.
    </p>
  </section>
);

const Key = ({ view, frame }: Props): VNode => (
  <section class="card">
    <h2>Key</h2>
    <Facts
      facts={[
        { name: 'Name', value: view.keyName },
        { name: 'Id', value: <span class="hash">{`${view.keyId}…${view.last4}`}</span> },
        { name: 'It may', value: <Scopes scopes={view.scopes} /> },
        { name: 'Made', value: <Time at={view.createdAt} /> },
        { name: 'Ends', value: view.expiresAt === null ? 'never by itself' : <Time at={view.expiresAt} exact /> },
        { name: 'Last use', value: view.usedOn === null ? 'not noted yet' : <Time at={Date.parse(view.usedOn)} /> },
        { name: 'Watchlist', value: `${view.used} of ${counted(view.limit, 'place')}` },
        {
          name: 'Requests',
          value: view.perMinute === null ? 'without a limit' : `${counted(view.perMinute, 'request')} a minute`,
        },
      ]}
    />
    {view.scopes.includes('monitoring:read') && !view.scopes.includes('watchlist:write') ? (
      <div class="pad">
        <p class="small">This key reads: it may not change the watchlist, and not mark changes as seen.</p>
        <KeyContact frame={frame} what="for a key that may" />
      </div>
    ) : null}
    <p class="pad small muted">
      A new key has the same name, scopes and end. The old one works for another 24 hours. The operator makes and
      revokes keys; revoking this one ends those that replace it.
    </p>
    <Form class="pad" frame={frame} action="/account/key/rotate">
      <button class="btn" type="submit">
        Replace this key
      </button>
    </Form>
  </section>
);

const Session = ({ session, frame }: { readonly session: SessionRow; readonly frame: Frame }): VNode => (
  <tr>
    <th scope="row">
      <Time at={session.openedAt} exact />
    </th>
    <td data-label="Renewed">
      <Time at={session.renewedAt} exact />
    </td>
    <td>
      {session.isThis ? (
        <b>this one</b>
      ) : (
        <Form frame={frame} action="/account/sessions/end" hidden={{ session: session.handle }}>
          <button class="btn" type="submit">
            End
            <span class="hidden"> the session of {new Date(session.openedAt).toISOString()}</span>
          </button>
        </Form>
      )}
    </td>
  </tr>
);

const Sessions = ({ view, frame }: Props): VNode => (
  <section class="card">
    <h2>Sessions of this key</h2>
    <p class="pad small muted">
      A session ends 24 hours after it began, after 8 hours without a visit, and with its key. A key has up to 20: when
      one more begins, the oldest ends. Neither addresses nor browsers are stored.
    </p>
    <Scrolled label="Sessions">
      <table>
        <caption class="hidden">Sessions that have not ended, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Began</th>
            <th scope="col">Renewed</th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shownSessions(view.sessions).map((session) => (
            <Session key={session.handle} session={session} frame={frame} />
          ))}
        </tbody>
      </table>
    </Scrolled>
    {view.sessions.length > mostSessions ? (
      <p class="pad small muted">{`And ${counted(view.sessions.length - mostSessions, 'other')}, begun earlier.`}</p>
    ) : null}
    {view.sessions.some(({ isThis }) => !isThis) ? (
      <Form class="pad" frame={frame} action="/account/sessions/end-others">
        <button class="btn" type="submit">
          End all others
        </button>
      </Form>
    ) : null}
  </section>
);

/** Rows of sessions: the others can be ended together. */
const mostSessions = 5;

/** This one, then the newest. */
const shownSessions = (sessions: AccountView['sessions']): AccountView['sessions'] =>
  [...sessions].sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.openedAt - a.openedAt).slice(0, mostSessions);

/** Colours of this browser, kept in a cookie that identifies no reader. */
const Appearance = ({ frame }: Pick<Props, 'frame'>): VNode => (
  <section class="card">
    <h2>Colours in this browser</h2>
    <Form class="pad row" frame={frame} action="/account/theme">
      {([null, ...themes] as const).map((theme) => (
        <button
          key={theme}
          class="btn"
          name="theme"
          value={theme ?? ''}
          {...(theme === frame.theme ? { 'aria-pressed': 'true' } : {})}
        >
          {themeNames[theme ?? 'system']}
        </button>
      ))}
    </Form>
  </section>
);

const themeNames = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;

const Webhooks = ({ webhooks }: { readonly webhooks: WebhooksLine }): VNode => (
  <section class="card">
    <h2>Webhooks</h2>
    <div class="pad stack small">
      {webhooks.disabled.map(({ endpointId, host, notice }) => (
        <p key={endpointId}>
          <a href={endpointPath(endpointId)}>
            <Theirs text={host} />
          </a>{' '}
          is disabled. {notice}
        </p>
      ))}
      <p>
        <a href={webhooksPath}>
          {webhooks.count === 0 ? 'Send changes to your own address' : counted(webhooks.count, 'endpoint')}
        </a>
      </p>
    </div>
  </section>
);

const AccountPage = ({ view, frame }: Props): VNode => (
  <Layout title="Account" frame={frame}>
    <div class="head">
      <h1>Account</h1>
      <p>What this browser may see, and for how long.</p>
    </div>
    <div class="cols">
      <div class="stack">
        <Sessions view={view} frame={frame} />
        <Appearance frame={frame} />
        <section class="card" data-needs-script>
          <h2>Shortcuts</h2>
          <p class="pad small">
            <label class="row">
              <input type="checkbox" data-shortcuts /> One-key shortcuts in this browser
            </label>
          </p>
        </section>
      </div>
      <div class="stack">
        {view.made === null ? null : <Made made={view.made} />}
        <Key view={view} frame={frame} />
        {view.webhooks === null ? null : <Webhooks webhooks={view.webhooks} />}
        <Form class="card pad" frame={frame} action="/signout">
          <button class="btn" type="submit">
            Sign out
          </button>
        </Form>
      </div>
    </div>
  </Layout>
);

export const accountPage = (view: AccountView, frame: Frame): Buffer =>
  documentOf(<AccountPage view={view} frame={frame} />);
