/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly body: string;
  /** The heading it is under. */
  readonly heading: string;
  /** Where the body begins. */
  readonly at: number;
}

export const blocksOf = (page: string): readonly Block[] =>
  [...page.matchAll(/^```(\w*)\n(.*?)\n```$/gms)].map((match) => {
    const [, language = '', body = ''] = match;
    const headings = page.slice(0, match.index).match(/^#+ .+$/gm) ?? [];
    return {
      language,
      body,
      heading: (headings.at(-1) ?? '').replace(/^#+ /, ''),
      at: match.index + '```\n'.length + language.length,
    };
  });

/** The page with other bodies in some of its blocks. */
export function withBodies(page: string, bodies: ReadonlyMap<Block, string>): string {
  let result = page;
  for (const [block, body] of [...bodies].sort(([a], [b]) => b.at - a.at)) {
    result = result.slice(0, block.at) + body + result.slice(block.at + block.body.length);
  }
  return result;
}
