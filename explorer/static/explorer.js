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

const zone = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[datetime]')) {
  const at = new Date(time.getAttribute('datetime') ?? '');
  if (time instanceof HTMLElement && !Number.isNaN(at.getTime())) time.title = `${zone.format(at)} in your time zone`;
}
