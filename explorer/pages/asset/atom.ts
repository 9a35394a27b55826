import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PublicChange } from '../../readers/asset/public-change.ts';
import type { AssetView } from '../../readers/asset/view.ts';

/** The confirmed changes of one token as Atom (RFC 4287). Entries contain what changed and lead to its own page. */
export function atomFeed(view: AssetView): Buffer {
  const { canonical, changes, name, chain, registeredAt } = view;
  const updated = Math.max(registeredAt, ...(changes ?? []).map(({ revisedAt }) => revisedAt));
  const feed = h('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
    h('title', null, xmlText(`Changes of ${name} on ${chain}`)),
    h('subtitle', null, xmlText(view.sentence.parts.join(' '))),
    h('id', null, canonical),
    h('updated', null, isoOf(updated)),
    h('link', { rel: 'alternate', href: canonical }),
    h('link', { rel: 'self', href: `${canonical}/changes.atom` }),
    h('author', null, h('name', null, 'Attestry')),
    ...(changes ?? []).map((change) => entryOf(change, view)),
  ]);
  // XML does not allow this end of a CDATA section in text, and the renderer of HTML leaves it as it is.
  const xml = renderToString(feed).replaceAll(']]>', ']]&gt;');
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${xml}\n`);
}

/** Entries of several feeds stand beside each other in a reader: each names its token. */
function entryOf(change: PublicChange, { canonical, path, symbol, chain }: AssetView): ComponentChild {
  const base = canonical.slice(0, canonical.length - path.length);
  const address = `${base}${change.path}`;
  const values = [
    change.before === null ? '' : `Before: ${change.before}`,
    change.after === null ? '' : `After: ${change.after}`,
  ];
  const lines = [change.what, change.whatDetail ?? '', change.impact, ...values, `Source: ${change.source}`].filter(
    (line) => line !== '',
  );
  return h('entry', null, [
    h('title', null, xmlText(`${symbol} on ${chain}: ${change.headline}`)),
    h('id', null, address),
    h('updated', null, isoOf(change.revisedAt)),
    h('published', null, isoOf(change.at)),
    h('link', { rel: 'alternate', href: address }),
    h('content', { type: 'text' }, xmlText(lines.join('\n'))),
  ]);
}

/** Without the characters that XML 1.0 cannot contain. */
const xmlText = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');

const isoOf = (at: number): string => new Date(at).toISOString();
