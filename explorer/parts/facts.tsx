import type { ComponentChildren, VNode } from 'preact';

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
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
