import type { VNode } from 'preact';
import type { Frame } from '../page-route.ts';
import { Form } from './form.tsx';
import { Icon } from './icon.tsx';

/** What the last form did, and how it is taken back. */
export const Toast = ({ frame }: { readonly frame: Frame }): VNode | null => {
  const { done } = frame;
  if (done === null) return null;
  const { text, undo } = done;
  return (
    <div class="toast" data-toast>
      <span data-announcement role="status">
        {text}
      </span>
      {undo === null ? null : (
        <Form frame={frame} action={undo.action} hidden={undo.fields}>
          <button class="btn quiet" type="submit" data-undo>
            <Icon name="undo" />
            Undo
          </button>
        </Form>
      )}
    </div>
  );
};
