import type { ComponentChildren, VNode } from 'preact';
import type { Frame } from '../page-route.ts';

export interface FormProps {
  readonly frame: Frame;
  readonly action: string;
  /** Fields that the reader does not fill in. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly class?: string;
  readonly label?: string;
  /** Sent in the background where scripts run; the names what a row does then. */
  readonly inPlace?: string;
  readonly children: ComponentChildren;
}

/** A form of the session's reader: its token ties it to the session and to its action (U-16). */
export const Form = ({ frame, action, hidden = {}, label, inPlace, children, ...rest }: FormProps): VNode => (
  <form
    {...rest}
    action={action}
    method="post"
    {...(label === undefined ? {} : { 'aria-label': label })}
    {...(inPlace === undefined ? {} : { 'data-inplace': inPlace })}
  >
    <input type="hidden" name="token" value={frame.signedIn?.tokenFor(action) ?? ''} />
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);
