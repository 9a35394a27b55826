import type { VNode } from 'preact';
import type { ExplorerLink as Link } from '../../schemas/values/explorer-links.ts';
import { Icon } from './icon.tsx';
import { Theirs } from './theirs.tsx';

/** The page of a token or an account on a block explorer, where one is known. `of` names it: "USDC on Ethereum". */
export const ExplorerLink = ({ link, of }: { readonly link: Link | null; readonly of: string }): VNode | null =>
  link === null ? null : (
    <a class="small" href={link.url} rel="noopener noreferrer nofollow">
      {link.host}
      <span class="hidden">
        : <Theirs text={of} />
      </span>{' '}
      <Icon name="out" size={12} />
    </a>
  );
