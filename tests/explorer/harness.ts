/** The pages over HTTP, on the API's harness. */
import { Parser } from 'htmlparser2';
import type { Admission } from '../../api/route/admission/admission.ts';
import type { Pages } from '../../api/route/pages.ts';
import { createExplorer } from '../../explorer/explorer.ts';
import type { ExplorerOptions } from '../../explorer/dependencies.ts';
import type { ApiDependencies } from '../../api/route/dependencies.ts';
import type { Change, Observation } from '../../schemas/generated/records.ts';
import { type Harness, openHarness, type Reply, testConfig, testStandings } from '../api/harness.ts';
import { now } from '../api/records.ts';
import { createTestOperatorPort } from './operator-port.ts';

const sources: ExplorerOptions['sources'] = [
  {
    feed: 'esma-emtwp',
    label: "ESMA's register of e-money token white papers",
    owner: 'ESMA',
    everyMs: 3_600_000,
    isSanctionsList: false,
    hosts: ['lists.example'],
    licence: 'CC0 1.0',
    containedIn: null,
    copyBy: null,
  },
  {
    feed: 'ofac-addresses',
    label: "OFAC's list of addresses",
    owner: 'OFAC',
    everyMs: 3_600_000,
    isSanctionsList: true,
    hosts: ['lists.example'],
    licence: 'CC0 1.0',
    containedIn: null,
    copyBy: null,
  },
];

export { endpointHost, listeningHost } from '../api/harness.ts';

export const oneBase = { baseUrl: 'http://x.test', explorerUrl: 'http://x.test', publicPageBase: 'http://x.test' };

export interface PagesHarness extends Harness {
  /** Folds observations and stores them with the changes that they cause, which it returns. */
  readonly observe: (...observations: readonly Observation[]) => Promise<readonly Change[]>;
  /** Patterns of the paths that the pages serve by GET. */
  readonly opened: readonly string[];
  /** Forms of pages that have a place among the writes in flight. */
  readonly formsInFlight: () => number;
  /** Patterns of the paths that take forms. */
  readonly posted: readonly string[];
}

/** A harness with pages; all bases are one host unless `overrides` has a configuration. */
export async function openPages(
  overrides: Partial<ApiDependencies> = {},
  options: Partial<ExplorerOptions> = {},
): Promise<PagesHarness> {
  const operatorPort = createTestOperatorPort(() => now);
  const opened: string[] = [];
  const forms = new Set<symbol>();
  const posted: string[] = [];
  const standings = { ...testStandings, publicSanctions: options.publicSanctions ?? true };
  const api = await openHarness({ config: { ...testConfig, ...oneBase }, standings, ...overrides }, (dependencies) => {
    const pages = createExplorer({
      publicSanctions: true,
      keyContact: null,
      formKeys: [Buffer.alloc(32, 7)],
      sources,
      obligations: [],
      describeValue: () => null,
      artifacts: { has: async () => false, open: async () => null },
      operator: operatorPort.make(dependencies.tables),
      evidence: noEvidence,
      readLeftOut: async () => null,
      ...options,
    })({ ...dependencies, guard: { ...dependencies.guard, admission: noting(dependencies.guard.admission, forms) } });
    return {
      ...pages,
      mount: (router) => {
        const patternsOf = mountedBy(pages, router);
        opened.push(...patternsOf('GET'));
        posted.push(...patternsOf('POST'));
      },
    };
  });
  return {
    ...api,
    opened,
    posted,
    formsInFlight: () => forms.size,
    observe: (...observations) => operatorPort.observe(api, ...observations),
  };
}

/** The admission, which notes the writes that have a place. */
const noting = (admission: Admission, writes: Set<symbol>): Admission => ({
  ...admission,
  enter: (kind) => {
    const leave = admission.enter(kind);
    const one = Symbol(kind);
    if (kind === 'write') writes.add(one);
    return () => {
      writes.delete(one);
      leave();
    };
  },
});

/** Mounts pages; the patterns that they added to the router, by method. */
function mountedBy(pages: Pages, router: Parameters<Pages['mount']>[0]): (method: string) => readonly string[] {
  const before = new Set(router.stack);
  pages.mount(router);
  const added = router.stack.filter((layer) => !before.has(layer));
  return (method) => added.flatMap(({ methods, path }) => (methods.includes(method) ? [String(path)] : []));
}

/** A page as a browser asks for it. */
export const visit = (api: Harness, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  api.send('GET', path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

/** The text of a page, without its markup. */
export const textOf = ({ text }: Reply): string =>
  decoded(text.replaceAll(/<\/?bdi>/g, '').replaceAll('<', ' <')).replace(/\s+/g, ' ');

export interface ParsedElement {
  readonly name: string;
  /** Whether it has an attribute that a browser would run. */
  readonly onSomething: boolean;
}

/** Every element of a page as a parser sees it. */
export function elementsOf(html: string): readonly ParsedElement[] {
  const found: ParsedElement[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      found.push({ name, onSomething: Object.keys(attributes).some((one) => one.toLowerCase().startsWith('on')) });
    },
  });
  parser.end(html);
  return found;
}

/** The text nodes of a page, one after the other. */
export function decoded(html: string): string {
  const texts: string[] = [];
  const parser = new Parser({ ontext: (text) => texts.push(text) }, { decodeEntities: true });
  parser.end(html);
  return texts.join('');
}

/** Headers that a browser sends with a form of a page of ours. */
export const ownForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

/** Sends a form. */
export const post = (
  api: Harness,
  path: string,
  fields: Readonly<Record<string, string>> | URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  api.send('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { accept: 'text/html', ...ownForm, ...headers },
  });

/** The cookie of a new session, as a Cookie header. */
export async function signIn(api: Harness, key: string): Promise<string> {
  const reply = await post(api, '/signin', { key });
  const cookie = (reply.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? '';
  if (reply.status !== 303 || cookie === '') throw new Error(`signing in was answered with ${reply.status}`);
  return cookie;
}

/** Fields of the form of a page that marks its new changes as seen; empty where it has none. */
export const seenFieldsOf = ({ text }: Reply): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/name="(upTo|count)" value="(\d+)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** The token of the form with that action on a page. */
export const tokenOf = ({ text }: Reply, action: string): string =>
  new RegExp(`action="${action}"[\\s\\S]*?name="token" value="([^"]+)"`).exec(text)?.[1] ?? '';

/** For pages of no evidence. */
const noEvidence: ExplorerOptions['evidence'] = {
  explain: async () => ({ kind: 'too_many', observations: 50_001 }),
  bundle: async () => ({ kind: 'not_at_hand' }),
  isPublic: async () => true,
};
