import type { VNode } from 'preact';
import { accountParts } from '../labels/account-parts.ts';
import { shortAddress } from '../labels/short-address.ts';
import { ExplorerLink } from './explorer-link.tsx';
import { Icon } from './icon.tsx';
import { Theirs } from './theirs.tsx';

interface Props {
  readonly text: string;
  /** Slug of the chain whose addresses the text may have; null for none. */
  readonly chain: string | null;
}

/** Text of another party, with its accounts shortened: all of each to copy and on paper, and its page on an explorer. */
export const Accounts = ({ text, chain }: Props): VNode => (
  <>
    {accountParts(text, chain).map((part, index) =>
      part.link === null ? (
        <Theirs key={index} text={part.text} />
      ) : (
        <span key={index} class="account">
          <span class="hash" title={part.text}>
            {shortAddress(part.text)}
          </span>
          <button class="btn icon quiet" type="button" data-copy={part.text} aria-label={`Copy ${part.text}`}>
            <Icon name="copy" />
          </button>
          <ExplorerLink link={part.link} of={shortAddress(part.text)} />
        </span>
      ),
    )}
  </>
);
