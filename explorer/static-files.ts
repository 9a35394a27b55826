import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeOnce } from '../api/route/http/encoded-bytes.ts';
import type { Answer } from '../api/route/answer.ts';
import { packageFile } from '../infra/disk/package-file.ts';
import { packageRoot } from '../infra/disk/package-root.ts';
import { sha256Hex } from '../schemas/values/hash.ts';
import { icons } from './icons.ts';

/** Paths of the files that pages load. A name has a hash of the bytes, so a browser caches the file for ever. */
export interface StaticFiles {
  readonly style: string;
  readonly script: string;
  readonly font: string;
  readonly icon: string;
  /** Picture of a link to a page, 1200 × 630. */
  readonly preview: string;
  /** For clients that ask for it without a page. */
  readonly favicon: Answer;
  /** The answer for a name; null if there is no such file. */
  readonly answer: (name: string) => Answer | null;
}

const fontFile = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Reads the files once. */
export function readStaticFiles(): StaticFiles {
  const answers = new Map<string, Answer>();
  const add = (stem: string, ending: string, type: string, bytes: Buffer): string => {
    const name = `${stem}.${sha256Hex(bytes).slice(0, 12)}.${ending}`;
    // A font is compressed already.
    const encoded = type.startsWith('text/') ? { encoded: encodeOnce(bytes) } : {};
    answers.set(name, { status: 200, type, bytes, ...encoded, headers: immutable });
    return `/static/${name}`;
  };
  const font = add('inter', 'woff2', 'font/woff2', readFileSync(packageFile(fontFile)));
  const styleText = textOf('explorer.css').replace('{{inter}}', font);
  const style = add('explorer', 'css', 'text/css; charset=utf-8', Buffer.from(styleText));
  const script = add('explorer', 'js', 'text/javascript; charset=utf-8', Buffer.from(textOf('explorer.js')));
  const icon = add('seal', 'svg', 'image/svg+xml', Buffer.from(sealIcon));
  const preview = add('preview', 'png', 'image/png', bytesOf('preview.png'));
  const favicon: Answer = {
    status: 200,
    type: 'image/x-icon',
    bytes: bytesOf('favicon.ico'),
    headers: { 'Cache-Control': 'public, max-age=86400' },
  };
  return { style, script, font, icon, preview, favicon, answer: (name) => answers.get(name) ?? null };
}

/** The accent on light and dark; a browser shows it on a tab, where no style sheet of ours applies. */
const sealIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#4f86c6" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round">${icons.seal}</svg>`;

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

const bytesOf = (file: string): Buffer => readFileSync(join(packageRoot(), 'explorer', 'static', file));
const textOf = (file: string): string => bytesOf(file).toString('utf8');
