import type { ComponentChildren, VNode } from 'preact';
import { changesPath, newChangesPath } from '../labels/feed-paths.ts';
import type { Frame } from '../page-route.ts';
import { Icon } from './icon.tsx';
import { visibleLine } from '../labels/visible.ts';
import { Form } from './form.tsx';
import { KeysPopover } from './keys.tsx';
import { RefusedAs } from './request-id.tsx';
import { Search } from './search.tsx';
import { Toast } from './toast.tsx';
import { Theirs } from './theirs.tsx';
import { momentOf } from '../labels/dates.ts';

export interface LayoutProps {
  readonly title: string;
  readonly frame: Frame;
  /** Address that search engines shall know the page by. */
  readonly canonical?: string;
  /** What the page states, for search engines and previews. */
  readonly description?: string;
  /** Paths of style sheets behind the one of all pages. */
  readonly styles?: readonly string[];
  /** Address of a feed of the page. */
  readonly atom?: string;
  /** False for pages that search engines shall leave out: results of a search, and what one reader may see. */
  readonly isIndexed?: boolean;
  /** The page has a search of its own. */
  readonly hasSearch?: boolean;
  /** What stands above the page on paper; left out for pages that are not passed on. */
  readonly paper?: {
    /** What it is: an id with its revision, a CAIP-19. */
    readonly what: readonly string[];
    readonly url: string;
    /** Milliseconds. */
    readonly at: number;
  };
  readonly children: ComponentChildren;
}

const readsChanges = ({ signedIn }: Frame): boolean => signedIn?.scopes.includes('monitoring:read') === true;

/** Links of the head, by the first part of the path that they are current for. */
const linksOf = (frame: Frame): readonly (readonly [href: string, name: string])[] => [
  ...(readsChanges(frame)
    ? ([
        [changesPath, 'Changes'],
        ['/inbox', 'Inbox'],
        ['/watchlist', 'Watchlist'],
      ] as const)
    : []),
  ['/sources', 'Sources'],
  ['/docs', 'API'],
  ...(frame.signedIn?.scopes.includes('operator') === true ? ([['/operator', 'Operator']] as const) : []),
  frame.signedIn === null ? ['/signin', 'Sign in'] : ['/account', 'Account'],
];

/** The part of a link's path that its pages begin with. */
const sectionOf = (href: string): string => href.split('?', 1)[0] ?? href;

/** Ends the session; a form, because a link would change something by a GET. */
const SignOut = ({ frame }: { readonly frame: Frame }): VNode => (
  <Form frame={frame} action="/signout">
    <button class="btn quiet" type="submit">
      Sign out
    </button>
  </Form>
);

/** Unread notifications beside the link to them; nothing where there are none, or where they cannot be counted now. */
const Unread = ({ count }: { readonly count: number | null }): VNode => (
  <span class="count" data-unread hidden={count === null || count === 0}>
    <span>{count ?? 0}</span>
    <span class="hidden"> unread</span>
  </span>
);

/** The frame of every page. */
export const Layout = (props: LayoutProps): VNode => (
  <html lang="en" {...(props.frame.theme === null ? {} : { 'data-theme': props.frame.theme })}>
    <Head {...props} isIndexed={props.isIndexed ?? props.frame.signedIn === null} />
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <div class="wrap">
          <a class="mark plain" href="/">
            <Icon name="seal" size={20} />
            Attestry
          </a>
          <nav aria-label="Main">
            <ul>
              {linksOf(props.frame).map(([href, name]) => (
                <li key={href}>
                  <a href={href} {...(props.frame.path.startsWith(sectionOf(href)) ? { 'aria-current': 'page' } : {})}>
                    {name}
                    {href === '/inbox' && props.frame.signedIn !== null ? (
                      <Unread count={props.frame.signedIn.unread} />
                    ) : null}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {props.hasSearch === true ? null : <Search />}
          {props.frame.signedIn === null ? null : <SignOut frame={props.frame} />}
        </div>
      </header>
      <main id="main" class="wrap" tabIndex={-1}>
        {props.paper === undefined ? null : <Paper {...props.paper} />}
        {props.frame.refused === null ? null : <Refused frame={props.frame} sentence={props.frame.refused.sentence} />}
        <Toast frame={props.frame} />
        {props.children}
      </main>
      {props.frame.signedIn === null ? null : <KeysPopover />}
      {readsChanges(props.frame) ? <a class="toast afloat" href={newChangesPath} data-news hidden /> : null}
      <Foot version={props.frame.version} />
    </body>
  </html>
);

/** Shown on paper alone, where neither address nor time of a page stands. */
const Paper = ({ what, url, at }: NonNullable<LayoutProps['paper']>): VNode => (
  <p class="paper">
    Attestry · <Theirs text={what.join(' · ')} /> · printed <span data-printed>{momentOf(at)}</span> ·{' '}
    <Theirs text={url} />
  </p>
);

/** Above the page of a form that was refused; the form below has the text that was sent. */
const Refused = ({ frame, sentence }: { readonly frame: Frame; readonly sentence: string }): VNode => (
  <p class="toast bad" role="alert">
    <span>
      {sentence}
      <RefusedAs frame={frame} />
    </span>
  </p>
);

const Head = ({
  title,
  frame: { files },
  styles = [],
  canonical,
  atom,
  description,
  isIndexed = true,
}: LayoutProps): VNode => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{`${visibleLine(title)} · Attestry`}</title>
    <link rel="preload" href={files.font} as="font" type="font/woff2" crossOrigin="anonymous" />
    {[files.style, ...styles].map((href) => (
      <link key={href} rel="stylesheet" href={href} />
    ))}
    <link rel="icon" type="image/svg+xml" href={files.icon} />
    {description === undefined ? null : <meta name="description" content={visibleLine(description)} />}
    {canonical === undefined ? null : <link rel="canonical" href={canonical} />}
    {canonical === undefined || description === undefined ? null : (
      <>
        <meta property="og:title" content={visibleLine(title)} />
        <meta property="og:description" content={visibleLine(description)} />
        <meta property="og:url" content={canonical} />
        <meta property="og:image" content={new URL(files.preview, canonical).href} />
      </>
    )}
    {isIndexed ? null : <meta name="robots" content="noindex" />}
    {atom === undefined ? null : <link rel="alternate" type="application/atom+xml" href={atom} title="Changes" />}
    <script type="module" src={files.script} />
  </head>
);

const Foot = ({ version }: { readonly version: string }): VNode => (
  <footer class="wrap">
    <p class="hidden" role="status" />
    <div class="foot row dots">
      <span>Attestry {version}</span>
      <a href="/openapi.json">OpenAPI</a>
      <a href="/status">Status</a>
      <a href="/help">Help</a>
      <span>Every change on these pages can be computed again from its records and source bytes.</span>
    </div>
  </footer>
);
