// Finds calls on the page of the API by keyboard, opens what an address points at, and follows the theme chosen in the portal.
const root = document.documentElement;
try {
  const theme = localStorage.getItem('cuvette.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the colours are then those of the system.
}

const find = document.querySelector('.find');
const input = document.querySelector('#find');
const count = find.querySelector('output');
const calls = [...document.querySelectorAll('details.call')];
const sections = [...document.querySelectorAll('main > section')];

function filter() {
  const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const call of calls) call.hidden = !wanted.every((word) => call.dataset.words.includes(word));
  for (const section of sections) {
    const [own, shown] = [section.querySelector('details.call'), section.querySelector('details.call:not([hidden])')];
    section.hidden = wanted.length > 0 && (!own || !shown);
  }
  const shown = calls.filter((call) => !call.hidden).length;
  count.textContent =
    wanted.length === 0
      ? `${calls.length} calls`
      : shown === 0
        ? 'No call has this.'
        : `${shown} of ${calls.length} calls`;
}

function clear() {
  input.value = '';
  filter();
}

/** Opens the call or shape that the address points at, also where the filter hides it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) clear();
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}

function move(step) {
  const stops = [input, ...calls.filter((call) => !call.hidden).map((call) => call.querySelector('summary'))];
  const at = stops.indexOf(document.activeElement);
  if (at < 0) return false;
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
  return true;
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
    input.select();
  } else if (event.key === 'Escape' && find.contains(document.activeElement)) clear();
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
  }
});
input.addEventListener('input', () => {
  filter();
  // What was found begins below the field, wherever the page was.
  document.querySelector('main > section:not([hidden])')?.scrollIntoView();
});
addEventListener('hashchange', openTarget);
find.hidden = false;
filter();
openTarget();
