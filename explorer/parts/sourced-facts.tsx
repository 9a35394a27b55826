import type { VNode } from 'preact';
import { Theirs } from './theirs.tsx';
import { Time } from './time.tsx';

interface Props {
  readonly facts: readonly {
    readonly name: string;
    readonly text: string;
    readonly source: string;
    readonly at: number | null;
    readonly path: string | null;
  }[];
}

/** Names with their values; each with what states it since when, which leads to the observation. */
export const SourcedFacts = ({ facts }: Props): VNode => (
  <dl class="facts">
    {facts.map(({ name, text, source, at, path }) => (
      <div key={`${name} ${text} ${source}`}>
        <dt>{name}</dt>
        <dd>
          <Theirs text={text} />
          <span class="by">
            {path === null ? (
              <Theirs text={source} />
            ) : (
              <a href={path}>
                <Theirs text={source} />
              </a>
            )}
            {at === null ? null : (
              <>
                , <Time at={at} />
              </>
            )}
          </span>
        </dd>
      </div>
    ))}
  </dl>
);
