// Comfort for readers with scripts; every page works without it. Types are checked by tsc; the browser gets this file.

const { documentElement } = document;
documentElement.dataset['scripted'] = '';

/** @param {string} sentence shown to readers of a screen, too */
const announce = (sentence) => {
  const status = document.querySelector('[role="status"]');
  if (status !== null) status.textContent = sentence;
};

/** @param {string} selector @returns {HTMLElement | null} */
const one = (selector) => document.querySelector(selector);

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (!(button instanceof HTMLElement)) return;
  navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
    () => {
      announce('Copied');
      button.dataset['copied'] = '';
      setTimeout(() => delete button.dataset['copied'], 2_000);
    },
    () => announce('The browser refused to copy'),
  );
});

document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-print]') !== null) print();
});

/** Parts that paper has open. @type {HTMLDetailsElement[]} */
let opened = [];
addEventListener('beforeprint', () => {
  const now = new Date();
  for (const time of document.querySelectorAll('[data-printed]')) {
    time.textContent = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  }
  opened = [...document.querySelectorAll('details')].filter(({ open }) => !open);
  for (const part of opened) part.open = true;
});
addEventListener('afterprint', () => {
  for (const part of opened) part.open = false;
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
    announce(shortcuts.checked ? 'Shortcuts are on' : 'Shortcuts are off');
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

/** @param {number} count @param {string} name */
const counted = (count, name) => `${count} ${name}${count === 1 ? '' : 's'}`;

const badge = one('[data-unread]');
const head = one('[data-unread-head]');
const number = badge?.querySelector('span');
let unread = Number(number?.textContent);
/** What marks on their way to the server add to that. */
let underWay = 0;
/** @param {number | null} count of the server */
const showUnread = (count) => {
  unread = count ?? unread;
  if (badge === null || !number) return;
  const shown = Math.max(0, unread + underWay);
  number.textContent = String(shown);
  badge.hidden = shown === 0;
  if (head !== null) head.textContent = counted(shown, 'unread notification');
};

/** @param {Element} row @param {string} selector @param {boolean} isHidden */
const hide = (row, selector, isHidden) => {
  const part = row.querySelector(selector);
  if (part instanceof HTMLElement) part.hidden = isHidden;
};

/** Alters the rows that have one of these ids; the result takes that back. @param {readonly string[]} ids @param {boolean} isRead */
const mark = (ids, isRead) => {
  /** @type {(() => void)[]} */
  const back = [];
  for (const row of rows()) {
    const box = row.querySelector('input[name="id"]');
    if (!(box instanceof HTMLInputElement) || !box.value.split(' ').some((id) => ids.includes(id))) continue;
    if (row.classList.contains('read') === isRead) continue;
    // A hidden button loses the focus.
    const link = linkOf(row);
    if (
      document.activeElement?.matches('[data-mark]') &&
      row.contains(document.activeElement) &&
      link instanceof HTMLElement
    )
      link.focus();
    const { checked } = box;
    const alter = (/** @type {boolean} */ isOld) => {
      row.classList.toggle('read', isOld);
      box.checked = !isOld && checked;
      box.disabled = isOld;
      hide(row, '[data-mark]', isOld);
      hide(row, '[data-marked]', !isOld);
      hide(row, '[data-fresh]', isOld);
    };
    alter(isRead);
    back.push(() => alter(!isRead));
  }
  return () => back.forEach((one) => one());
};

/** Ids of one row, of all that are shown, or of those that are chosen. @param {FormData} fields */
const idsOf = (fields) => {
  const one = fields.get('one');
  const texts = one !== null ? [one] : fields.get('do') === 'all' ? [fields.get('shown')] : fields.getAll('id');
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(' ') : [])).filter((id) => id !== '');
};

/** Shows a mark at once, sends it, and takes it back where the server does not take it. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
const send = async (form, submitter) => {
  const isRead = form.dataset['inplace'] === 'read';
  const fields = new FormData(form, submitter);
  const body = new URLSearchParams({ answer: 'json' });
  for (const [name, value] of fields) if (typeof value === 'string') body.append(name, value);
  const asked = idsOf(fields);
  const takeBack = mark(asked, isRead);
  const change = isRead ? -asked.length : asked.length;
  underWay += change;
  showUnread(null);
  /** @type {{ readonly ids: readonly string[], readonly unread: number | null }} */
  let marked = { ids: [], unread: null };
  try {
    const reply = await fetch(form.action, { method: 'POST', body });
    if (!reply.ok || reply.redirected) throw new Error(reply.statusText);
    marked = JSON.parse(await reply.text());
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    underWay -= change;
    showUnread(marked.unread);
  }
  const { ids } = marked;
  // Those of others, or no longer there.
  if (ids.length < asked.length) {
    takeBack();
    mark(ids, isRead);
  }
  const sentence = `${counted(ids.length, 'notification')} ${isRead ? 'marked as read' : 'unread again'}.`;
  announce(sentence);
  const toast = one('[data-toast]');
  const announcement = one('[data-announcement]');
  const undone = toast?.querySelector('input[name="id"]');
  if (toast === null || announcement === null || !(undone instanceof HTMLInputElement)) return;
  announcement.textContent = sentence;
  undone.value = isRead ? ids.join(' ') : '';
  hide(toast, '[data-undo]', !isRead || ids.length === 0);
  toast.hidden = false;
};

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.dataset['inplace'] === undefined) return;
  event.preventDefault();
  send(form, submitter).catch((/** @type {unknown} */ error) => {
    // `fetch` throws it where there is no answer.
    if (error instanceof TypeError) {
      announce('The service cannot be reached: nothing was marked.');
      return;
    }
    // The page that the server answers with states what is wrong.
    delete form.dataset['inplace'];
    form.requestSubmit(submitter);
  });
});

/** Counts unread notifications and new changes while the tab is visible: a browser allows six connections to a host. */
const news = one('[data-news]');
const allNew = news?.getAttribute('href') ?? '';
/** @type {EventSource | null} */
let live = null;
let cursor = '';
let fresh = 0;
const follow = () => {
  live?.close();
  live = null;
  if (document.hidden || badge === null || news === null) return;
  live = new EventSource(cursor === '' ? '/live' : `/live?cursor=${encodeURIComponent(cursor)}`);
  live.addEventListener('news', (event) => {
    /** @type {{ readonly unread: number | null, readonly changes: number, readonly href: string, readonly text: string }} */
    const { unread, changes, href, text } = JSON.parse(String(event.data));
    cursor = event.lastEventId;
    showUnread(unread);
    if (changes === 0) return;
    fresh += changes;
    const isFirst = fresh === changes;
    news.setAttribute('href', isFirst ? href : allNew);
    const what = isFirst ? text : counted(fresh, 'new change');
    news.textContent = `${what}: show`;
    news.hidden = false;
    announce(what);
  });
};
document.addEventListener('visibilitychange', follow);
addEventListener('pagehide', () => live?.close());
addEventListener('pageshow', follow);
