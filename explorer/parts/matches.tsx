import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { Theirs } from './theirs.tsx';

/** A confirmed match with a sanctions list that nothing has ended. */
export interface OpenMatchLine {
  readonly headline: string;
  /** Symbol of the token. */
  readonly token: string;
  /** Of the change that opened it. */
  readonly path: string;
}

/** Each match as a link to its change; nothing where there is none. */
export const Matches = ({ matches }: { readonly matches: readonly OpenMatchLine[] }): VNode | null =>
  matches.length === 0 ? null : (
    <section class="card verdict no" aria-label="Matches">
      <ul class="others">
        {matches.map(({ headline, token, path }) => (
          <li key={path} class="not">
            <a class="bad state" href={path}>
              <Icon name="alert" size={13} />
              <Theirs text={headline} />
            </a>
            <span class="muted">
              <Theirs text={token} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
