/** Classes of characters that a pattern distinguishes: characters of one class take the same paths through it. */
import type { AST } from '@eslint-community/regexpp';

type CharacterNode =
  | AST.Character
  | AST.CharacterSet
  | AST.CharacterClass
  | AST.ExpressionCharacterClass
  | AST.ClassStringDisjunction;

/** A set of classes of characters, by their index. */
export type ClassSet = ReadonlySet<number>;

export interface Alphabet {
  readonly size: number;
  readonly all: ClassSet;
  readonly setOf: (node: CharacterNode) => ClassSet;
  /** Characters of words, as `\b` counts them. */
  readonly word: ClassSet;
  readonly lineEnd: ClassSet;
}

/** Latin-1, and some characters of every general category: sets that share none of these are taken as apart. */
const sample = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCodePoint(code)),
  ...[
    'Ω',
    'ω',
    'ſ',
    'K',
    'ǅ',
    'ʰ',
    'ﬁ',
    '中',
    'あ',
    'ア',
    'ー',
    '한',
    'ا',
    'א',
    '\u0301',
    '\u0903',
    '\u20dd',
    '٣',
    'Ⅷ',
  ],
  ...[
    '①',
    '‿',
    '–',
    '—',
    '‘',
    '’',
    '‚',
    '“',
    '”',
    '„',
    '‹',
    '›',
    '…',
    '●',
    '▪',
    '•',
    '○',
    '€',
    '₿',
    '∑',
    '←',
    '−',
    '´',
  ],
  ...['\u2003', '\u2028', '\u2029', '\u200b', '\u200d', '\u202e', '\u2060', '\ufeff', '\ue000', '\uff04', '\ufffd'],
  ...[
    '😀',
    '𝐀',
    '𐐀',
    '\u{e0001}',
    '\u{f0000}',
    'İ',
    'ı',
    'ẞ',
    '،',
    '؛',
    '、',
    '。',
    '「',
    '」',
    '（',
    '）',
    '：',
    '；',
  ],
];

/** The classes of a pattern: `nodes` are its sets of characters, `named` all characters that it names. */
export function alphabetOf(nodes: readonly CharacterNode[], named: Iterable<number>, flags: string): Alphabet {
  const characters = [...new Set([...sample, ...[...named].map((code) => String.fromCodePoint(code))])];
  const unicode = flags.replaceAll(/[gyd]/g, '');
  const sources = [...new Set([...nodes.map(sourceOf), '\\w', '[\\n\\r\\u2028\\u2029]'])];
  const tests = sources.map((source) => new RegExp(`^(?:${source})$`, unicode));
  const classes = new Map<string, number>();
  const members = sources.map(() => new Set<number>());
  for (const character of characters) {
    const signature = tests.map((test) => (test.test(character) ? '1' : '0')).join('');
    const index = classes.get(signature) ?? classes.size;
    classes.set(signature, index);
    members.forEach((own, at) => {
      if (signature[at] === '1') own.add(index);
    });
  }
  const setOf = (source: string): ClassSet => members[sources.indexOf(source)] ?? new Set();
  return {
    size: classes.size,
    all: new Set(classes.values()),
    setOf: (node) => setOf(sourceOf(node)),
    word: setOf('\\w'),
    lineEnd: setOf('[\\n\\r\\u2028\\u2029]'),
  };
}

/** Characters by their number: one that stood within a class, such as `+`, has a meaning of its own outside of it. */
const sourceOf = (node: CharacterNode): string =>
  node.type !== 'Character'
    ? node.raw
    : node.value > 0xffff
      ? String.fromCodePoint(node.value)
      : `\\u${node.value.toString(16).padStart(4, '0')}`;
