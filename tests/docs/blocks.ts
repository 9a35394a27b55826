/** A fenced code block of a page. */
export interface Block {
  readonly language: string;
  readonly body: string;
  /** The heading above the block. */
  readonly heading: string;
  /** Index of the start of the body in the page. */
  readonly at: number;
  /** Text of the comment `<!-- commands: … -->` on the line above the block; null without one. */
  readonly mark: string | null;
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
      mark: /<!-- commands: ([^>]*) -->\n$/.exec(page.slice(0, match.index))?.[1] ?? null,
    };
  });

/** The page with the bodies of some blocks replaced. */
export function withBodies(page: string, bodies: ReadonlyMap<Block, string>): string {
  let result = page;
  for (const [block, body] of [...bodies].sort(([a], [b]) => b.at - a.at)) {
    result = result.slice(0, block.at) + body + result.slice(block.at + block.body.length);
  }
  return result;
}
