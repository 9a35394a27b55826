import type { ComponentChildren, VNode } from 'preact';
import type { Frame, RefusedForm } from '../page-route.ts';
import { RefusalOfForm } from './field.tsx';

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
    <RefusalOfForm.Provider value={isRefused(frame.refused, action, hidden) ? frame.refused : null}>
      {children}
    </RefusalOfForm.Provider>
  </form>
);

/** Whether this is the form that was refused: rows of a table have forms with one action. */
const isRefused = (refused: RefusedForm | null, action: string, hidden: Readonly<Record<string, string>>): boolean =>
  refused?.action === action && Object.entries(hidden).every(([name, value]) => refused.fields.get(name) === value);
