import type { VNode } from 'preact';
import { Theirs } from './theirs.tsx';

/** What is equal or similar on both sides of a match. */
export const Agrees = ({ text }: { readonly text: string }): VNode => (
  <div>
    <h3 class="label">What agrees</h3>
    <p>
      <Theirs text={text} />
    </p>
  </div>
);
