import type { VNode } from 'preact';
import { wordOf } from '../labels/words.ts';

/** What a key may do: in words, each with the name that programs give it. */
export const Scopes = ({ scopes }: { readonly scopes: readonly string[] }): VNode => (
  <ul>
    {scopes.map((scope) => (
      <li key={scope}>
        {wordOf('scope', scope)} <code>{scope}</code>
      </li>
    ))}
  </ul>
);
