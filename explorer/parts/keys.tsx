import type { VNode } from 'preact';
import { Icon } from './icon.tsx';

/** Shortcuts of the explorer's script. One character each, and only where no field has the focus. */
const shortcuts: readonly (readonly [key: string, does: string])[] = [
  ['j', 'next row'],
  ['k', 'previous row'],
  ['Enter', 'open the row'],
  ['x', 'choose the row'],
  ['e', 'mark the row as read'],
  ['z', 'undo the last mark'],
  ['/', 'search'],
  ['?', 'these keys'],
];

/** Opens the list of shortcuts; shown where scripts run. */
export const KeysButton = (): VNode => (
  <span class="end muted small row" data-needs-script>
    {shortcuts.slice(0, 2).map(([key]) => (
      <kbd key={key}>{key}</kbd>
    ))}
    move
    <button class="btn quiet" type="button" popovertarget="keys">
      <Icon name="keys" />
      All keys
    </button>
  </span>
);

export const KeysPopover = (): VNode => (
  <div class="keys" popover="auto" id="keys">
    <h2>Keys</h2>
    <dl>
      {shortcuts.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <p class="small muted">
      They can be switched off on the page of <a href="/account">your account</a>.
    </p>
  </div>
);
