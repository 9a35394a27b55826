import type { VNode } from 'preact';
import { Icon } from './icon.tsx';

/** Passes a page on: its address, and paper. Without scripts a page for paper has every part open. */
export const Passing = ({ url }: { readonly url: string }): VNode => (
  <div class="row actions">
    <button class="btn" type="button" data-copy={url}>
      <Icon name="copy" />
      Copy link
    </button>
    <button class="btn" type="button" data-print data-needs-script>
      <Icon name="file" />
      Print
    </button>
    <noscript>
      <a class="btn" href="?print=yes">
        Page for paper
      </a>
    </noscript>
  </div>
);
