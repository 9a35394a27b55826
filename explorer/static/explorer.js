// Comfort for readers with scripts; every page works without it. Types are checked by tsc; the browser gets this file.

const { documentElement } = document;
documentElement.dataset['scripted'] = '';

/** @param {string} sentence shown to readers of a screen, too */
const say = (sentence) => {
  const status = document.querySelector('[role="status"]');
  if (status !== null) status.textContent = sentence;
};

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (!(button instanceof HTMLElement)) return;
  navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
    () => say('Copied'),
    () => say('The browser refused to copy'),
  );
});

// The link that the demo prints.
const atOnce = document.querySelector('form[data-at-once]');
if (atOnce instanceof HTMLFormElement) atOnce.requestSubmit();

const zone = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[datetime]')) {
  const at = new Date(time.getAttribute('datetime') ?? '');
  if (time instanceof HTMLElement && !Number.isNaN(at.getTime())) time.title = `${zone.format(at)} in your time zone`;
}

/** Whether one-key shortcuts are on; a choice of this browser. */
const shortcutsOff = 'attestry-shortcuts-off';
const shortcuts = document.querySelector('[data-shortcuts]');
if (shortcuts instanceof HTMLInputElement) {
  shortcuts.checked = localStorage.getItem(shortcutsOff) === null;
  shortcuts.addEventListener('change', () => {
    if (shortcuts.checked) localStorage.removeItem(shortcutsOff);
    else localStorage.setItem(shortcutsOff, 'yes');
    say(shortcuts.checked ? 'Shortcuts are on' : 'Shortcuts are off');
  });
}

const rows = () => [...document.querySelectorAll('[data-row]')];
const linkOf = (/** @type {Element | undefined} */ row) => row?.querySelector('h3 a, th a');

/** @param {number} step to the next or the previous row, from that with the focus */
const move = (step) => {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const link = linkOf(all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]);
  if (link instanceof HTMLElement) link.focus();
};

/** @param {string} selector of a control in the row that has the focus */
const press = (selector) => {
  const row = rows().find((one) => one.contains(document.activeElement));
  const control = row?.querySelector(selector);
  if (control instanceof HTMLElement) control.click();
};

/** @type {Readonly<Record<string, () => void>>} */
const keys = {
  j: () => move(1),
  k: () => move(-1),
  x: () => press('input[type="checkbox"]'),
  e: () => press('[data-mark]'),
  z: () => {
    const undo = document.querySelector('[data-undo]');
    if (undo instanceof HTMLElement && undo.closest('[hidden]') === null) undo.click();
  },
  '/': () => {
    const search = document.querySelector('input[type="search"]');
    if (search instanceof HTMLElement) search.focus();
  },
  '?': () => {
    const list = document.getElementById('keys');
    if (list !== null) list.togglePopover();
  },
};

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const inField =
    target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select') !== null;
  if (inField || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const act = Object.hasOwn(keys, key) && localStorage.getItem(shortcutsOff) === null ? keys[key] : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act();
});
