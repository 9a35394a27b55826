/** Command blocks of the pages that readers follow, by the mark above each. */
import { type Block, blocksOf } from './blocks.ts';
import { markdownFiles, textOf } from './tree.ts';

/**
 * `offline`: runs word for word in a clean clone whose packages are installed. `reads`: also beside the demo that tests
 * share. `cluster`: needs Kafka, a registry and a server of tables. `network`: needs servers of others, and is only parsed.
 */
export const marks = ['offline', 'offline, reads', 'cluster', 'network'] as const;
export type Mark = (typeof marks)[number];

/** Pages whose commands a reader types one after the other. */
export const followedPages = (): readonly string[] =>
  markdownFiles().filter((page) => /^(?:README|docs\/(?:for-[\w-]+|try-[\w-]+|operations))\.md$/.test(page));

/** Blocks of a page that a shell runs. */
export const commandBlocks = (page: string): readonly Block[] =>
  blocksOf(textOf(page)).filter(({ language }) => ['sh', 'bash', 'shell', 'console'].includes(language));

/** Blocks with one of the marks, and those without commands, in the order of the page. */
export const blocksMarked = (page: string, ...wanted: readonly Mark[]): readonly Block[] =>
  blocksOf(textOf(page)).filter(({ language, mark }) => language !== 'sh' || wanted.some((one) => one === mark));
