import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type IconName, icons } from './icons.ts';

/** A whole document as bytes, with one definition of each icon that it uses. */
export function documentOf(page: VNode): Buffer {
  const html = renderToString(page);
  // Text and attributes are escaped, so the first "<body" is the element.
  const [, opening = ''] = /(<body[^<>]*>)/.exec(html) ?? [];
  return Buffer.from(`<!doctype html>${html.replace(opening, () => opening + definitionsFor(html))}`);
}

function definitionsFor(html: string): string {
  const used = new Set([...html.matchAll(/ href="#i-([a-z]+)"/g)].map(([, name]) => name));
  const symbols = (Object.keys(icons) as IconName[])
    .filter((name) => used.has(name))
    .map((name) => `<symbol id="i-${name}" viewBox="0 0 24 24">${icons[name]}</symbol>`);
  return `<svg class="sprite" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>`;
}
