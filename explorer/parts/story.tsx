import type { ComponentChildren, VNode } from 'preact';
import { Draft } from './draft.tsx';
import { Token, type TokenTag } from './token-tag.tsx';
import { Theirs } from './theirs.tsx';

export interface StoryTextProps {
  /** Stands before the headline of a story that is new: "New", "Unread"; null for any other. */
  readonly news: string | null;
  readonly path: string;
  readonly headline: string;
  /** Empty for a story that its headline states whole. */
  readonly impact: string;
  readonly tags: readonly TokenTag[];
  readonly confirmed: boolean;
  readonly isWithdrawn: boolean;
  /** The news is over, and a script may bring it back. */
  readonly isOld?: boolean;
  /** Further marks below the text. */
  readonly children?: ComponentChildren;
}

/** What happened to one or several tokens, in the texts of the record. */
export const StoryText = (props: StoryTextProps): VNode => {
  const { news, path, headline, impact, tags, confirmed, isWithdrawn, isOld = false, children } = props;
  return (
    <article class="story">
      <h3>
        {news === null ? null : (
          <span data-fresh hidden={isOld}>
            <span class="new" />
            <span class="hidden">{news}: </span>
          </span>
        )}
        <a href={path}>
          <Theirs text={headline} />
        </a>
      </h3>
      {impact === '' ? null : (
        <p>
          <Theirs text={impact} />
        </p>
      )}
      <div class="row">
        {tags.map((tag) => (
          <Token key={`${tag.symbol} ${tag.chain}`} {...tag} />
        ))}
        <Draft confirmed={confirmed} isWithdrawn={isWithdrawn} />
        {children}
      </div>
    </article>
  );
};
