import type { ComponentChildren, VNode } from 'preact';

interface NextStep {
  readonly href: string;
  readonly name: string;
}

export interface EmptyProps {
  /** Name of the view that shows nothing: tests go through all of them. */
  readonly of: string;
  /** What the reader can do or see next, the most useful first. */
  readonly next: readonly [NextStep, ...NextStep[]];
  /** Stands inside a card, beside other parts of a page. */
  readonly isPart?: boolean;
  /** Why it shows nothing. */
  readonly children: ComponentChildren;
}

/** A page or a part of one that shows nothing: why, and the next step (conformance U-29). */
export const Empty = ({ of, next, isPart = false, children }: EmptyProps): VNode => (
  <div class={isPart ? 'pad small empty' : 'card pad stack empty'} data-empty={of}>
    <p class={isPart ? 'muted' : ''}>{children}</p>
    <p class="row">
      {next.map(({ href, name }, index) => (
        <a key={href} class={isPart ? '' : index === 0 ? 'btn main' : 'btn'} href={href}>
          {name}
        </a>
      ))}
    </p>
  </div>
);
