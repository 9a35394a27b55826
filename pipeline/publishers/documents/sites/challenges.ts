import type { Reading } from '../../../../schemas/values/reading.ts';

/** One way in which a protection service shows itself in place of a document. */
interface ChallengeMark {
  readonly service: string;
  /** Where the text is searched: title or first heading as a whole, the beginning of the text, or the markup. */
  readonly in: 'title' | 'start' | 'mark';
  /** Lower case. */
  readonly text: string;
}

const mark = (service: string, ...texts: readonly string[]): readonly ChallengeMark[] =>
  texts.map((text) => ({ service, in: 'mark', text }));
const title = (service: string, ...texts: readonly string[]): readonly ChallengeMark[] =>
  texts.map((text) => ({ service, in: 'title', text }));
const start = (service: string, ...texts: readonly string[]): readonly ChallengeMark[] =>
  texts.map((text) => ({ service, in: 'start', text }));

/**
 * Marks that only challenges and blocks have. Not here, because real pages have them: scripts of bot statistics
 * (`/cdn-cgi/challenge-platform/scripts/`, `js.datadome.co`, `client.px-cdn.net`, `awswaf.com`), captcha widgets of forms,
 * and the word captcha.
 */
const challengeMarks: readonly ChallengeMark[] = [
  ...mark('Cloudflare', '_cf_chl_opt', 'cf-browser-verification', '/orchestrate/chl_page/', 'cf-error-details'),
  ...title('Cloudflare', 'just a moment...', 'attention required! | cloudflare', 'access denied | cloudflare'),
  ...mark('Akamai', '/_sec/cp_challenge/', 'sec-if-cpt-container'),
  ...start('Akamai', "you don't have permission to access"),
  ...mark('Imperva', '_incapsula_resource?swudnsai', '_incapsula_resource?cwudnsai'),
  ...start('Imperva', 'incapsula incident id'),
  ...mark('DataDome', 'captcha-delivery.com'),
  ...mark('HUMAN', 'px-captcha', 'captcha.px-cdn.net', 'captcha.px-cloud.net'),
  ...title('HUMAN', 'access to this page has been denied', 'access to this page has been denied.'),
  ...mark('AWS WAF', 'gokuprops', 'awswafcookiedomainlist'),
  ...title('AWS WAF', 'human verification'),
  ...mark('Sucuri', 'sucuri_cloudproxy_js'),
  ...title('Sucuri', 'sucuri website firewall - access denied'),
  ...mark('DDoS-Guard', '/.well-known/ddos-guard/js-challenge', 'check.ddos-guard.net'),
  ...title('DDoS-Guard', 'ddos-guard'),
  ...title('Vercel', 'vercel security checkpoint'),
  ...title('F5', 'request rejected'),
  ...start('F5', 'the requested url was rejected. please consult with your administrator'),
  ...mark('Fastly', '/_fs-ch-'),
  ...title('Fastly', 'client challenge'),
  ...mark('Anubis', '/.within.website/x/cmd/anubis/'),
  ...title('Anubis', "making sure you're not a bot!"),
  ...mark('SiteGround', '/.well-known/sgcaptcha/'),
  ...title('SiteGround', 'robot challenge screen'),
  ...mark('Radware', 'validate.perfdrive.com'),
  ...title('Imunify360', 'one moment, please...'),
  ...start('Google', 'our systems have detected unusual traffic from your computer network'),
  ...title('Wordfence', 'your access to this site has been limited'),
  ...start('Wordfence', 'your access to this site has been limited by the site owner'),
];

/** Headers that a service sends with a challenge, whatever the status; the value by its beginning. */
const challengeHeaders: readonly (readonly [name: string, value: string])[] = [
  ['cf-mitigated', ''],
  ['x-vercel-mitigated', 'challenge'],
  ['x-amzn-waf-action', ''],
  ['x-sucuri-block', ''],
];

/** Names of the headers that are read for challenges. */
export const challengeHeaderNames: readonly string[] = challengeHeaders.map(([name]) => name);

/** Whether a header states that a challenge was sent in place of the document. */
export const hasChallengeHeader = (headers: Readonly<Record<string, string>>): boolean =>
  challengeHeaders.some(([name, value]) => headers[name]?.toLowerCase().startsWith(value) === true);

/** Above this many own words a page is content, whatever marks it has. */
const mostOwnWords = 300;
/** Challenges are short; beyond this a mark is part of something else. */
const markupWithin = 512 * 1024;
const textWithin = 2_000;

type ChallengedPage = Pick<Reading, 'title' | 'blocks' | 'ownWords'>;

/** The service that shows a challenge or a block in a page; null for content. */
export function challengeIn(page: ChallengedPage, bytes: Buffer): string | null {
  if (page.ownWords >= mostOwnWords) return null;
  const heading = page.blocks.find((block) => block.heading !== null)?.text;
  const titles = [page.title, heading].map((text) => normal(text ?? ''));
  return serviceOf(titles, startOf(page), bytes);
}

/** The same in the body of a refusal, of which no reading is made. */
export function challengeInRefusal(bytes: Buffer): string | null {
  const text = bytes.toString('utf8', 0, markupWithin);
  const title = (/<title[^>]{0,200}>([^<]{0,300})/i.exec(text)?.[1] ?? '').replaceAll(/&(?:#39|#x27|apos);/gi, "'");
  return serviceOf([normal(title)], normal(text.replaceAll(/<[^<>]{0,500}>/g, ' ')).slice(0, textWithin), bytes);
}

function serviceOf(titles: readonly string[], start: string, bytes: Buffer): string | null {
  const markup = bytes.toString('latin1', 0, markupWithin).toLowerCase();
  const found = challengeMarks.find(({ in: place, text }) => {
    if (place === 'title') return titles.includes(text);
    return place === 'start' ? start.includes(text) : markup.includes(text);
  });
  return found?.service ?? null;
}

function startOf({ blocks }: ChallengedPage): string {
  let start = '';
  for (const { text } of blocks) {
    if (start.length >= textWithin) break;
    start += ` ${text.slice(0, textWithin)}`;
  }
  return normal(start);
}

const normal = (text: string): string =>
  text.toLowerCase().replaceAll('’', "'").replaceAll('…', '...').replace(/\s+/g, ' ').trim();
