import type { VNode } from 'preact';
import { counted } from '../../labels/dates.ts';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import type { Around } from './around.ts';

/** What the same reading changed of the token: a story names these together, each has its page. */
export const Together = ({ together }: Pick<Around, 'together'>): VNode | null =>
  together.length === 0 ? null : (
    <section class="card pad stack">
      <h2>Changed with it</h2>
      <ul>
        {together.map(({ id, path, headline }) => (
          <li key={id}>
            <a href={path}>
              <Theirs text={headline} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );

export const Others = ({ others }: Pick<Around, 'others'>): VNode | null =>
  others.length === 0 ? null : (
    <section class="card pad stack">
      <h2>The same for {counted(others.length, 'other token')}</h2>
      <div class="row">
        {others.map(({ id, path, token }) => (
          <a key={id} class="tag" href={path}>
            <b>
              <Theirs text={token.symbol} />
            </b>
            <Theirs text={token.chain} />
          </a>
        ))}
      </div>
    </section>
  );

export const Neighbours = ({
  around: { earlier, later },
}: {
  readonly around: Pick<Around, 'earlier' | 'later'>;
}): VNode | null =>
  earlier === null && later === null ? null : (
    <nav class="neighbours" aria-label="Earlier and later">
      {earlier === null ? (
        <span />
      ) : (
        <a href={earlier.path} rel="prev">
          <span class="label">
            Earlier on this token, <Time at={earlier.at} />
          </span>
          <Theirs text={earlier.headline} />
        </a>
      )}
      {later === null ? null : (
        <a href={later.path} rel="next">
          <span class="label">
            Later on this token, <Time at={later.at} />
          </span>
          <Theirs text={later.headline} />
        </a>
      )}
    </nav>
  );
