/** Writes explorer/icons.ts from the shapes in `tools/icons`, which are lucide's (ISC): `node tools/write-icons.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Name in the pages, and that of lucide. */
const icons = {
  alert: 'triangle-alert',
  bytes: 'binary',
  chain: 'link',
  check: 'check',
  clock: 'clock',
  copy: 'copy',
  cross: 'x',
  doc: 'file-pen-line',
  down: 'download',
  eye: 'eye',
  file: 'file-diff',
  find: 'search',
  json: 'braces',
  key: 'key-round',
  keys: 'keyboard',
  list: 'gavel',
  mixed: 'arrow-up-down',
  neutral: 'minus',
  note: 'pencil',
  open: 'circle-question-mark',
  out: 'arrow-up-right',
  pause: 'pause',
  play: 'play',
  plus: 'plus',
  register: 'landmark',
  right: 'arrow-right',
  rss: 'rss',
  rule: 'scale',
  seal: 'stamp',
  shield: 'shield-check',
  strengthens: 'arrow-up',
  term: 'terminal',
  unassessed: 'circle-dashed',
  undo: 'undo',
  weakens: 'arrow-down',
};

const root = fileURLToPath(new URL('..', import.meta.url));

const shapesOf = (lucide) =>
  readFileSync(`${root}tools/icons/${lucide}.svg`, 'utf8')
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/ \/>/g, '/>');

const lines = Object.entries(icons).map(([name, lucide]) => `  ${name}: '${shapesOf(lucide)}',`);
writeFileSync(
  `${root}explorer/icons.ts`,
  `/** Shapes of the icons, from lucide (ISC). Written by \`node tools/write-icons.mjs\`. */\nexport const icons = {\n${lines.join('\n')}\n} as const;\n\nexport type IconName = keyof typeof icons;\n`,
);
