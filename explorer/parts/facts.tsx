import type { ComponentChildren, VNode } from 'preact';
import { Theirs } from './theirs.tsx';

export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
}

/** Names with their values. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }): VNode => (
  <dl class="facts">
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{typeof value === 'string' ? <Theirs text={value} /> : value}</dd>
      </div>
    ))}
  </dl>
);
