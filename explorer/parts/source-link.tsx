import type { VNode } from 'preact';
import { sourceHost } from '../labels/source-host.ts';
import { Icon } from './icon.tsx';
import { Theirs } from './theirs.tsx';

/**
 * The only component that links to an address that a source gave: http and https alone, with the host beside it. Any other
 * address is text.
 */
export function SourceLink({ url, name }: { readonly url: string; readonly name: string }): VNode {
  const host = sourceHost(url);
  if (host === null) {
    return (
      <span class="small">
        <Theirs text={name} />:{' '}
        <span class="hash">
          <Theirs text={url} />
        </span>
      </span>
    );
  }
  return (
    <span class="row small">
      <a href={url} rel="noopener noreferrer nofollow">
        <Theirs text={name} /> <Icon name="out" size={12} />
      </a>
      <span class="muted">
        <Theirs text={host} />
      </span>
    </span>
  );
}
