// What a reader does with the page: another theme, another language, and a look at the events.
const settings = document.querySelector('#settings');
settings.hidden = false;
settings.addEventListener('change', () => {
  const { theme, lang } = Object.fromEntries(new FormData(settings));
  document.documentElement.style.colorScheme = theme || 'light dark';
  document.querySelector('#live')?.setAttribute('lang', lang);
});

const heard = document.querySelector('#heard');
for (const name of heard?.dataset.events.split(' ').filter(Boolean) ?? []) {
  document.addEventListener(name, ({ detail }) => {
    const line = document.createElement('li');
    line.textContent = `${name} ${short(detail)}`;
    heard.append(line);
    heard.scrollTop = heard.scrollHeight;
    while (heard.childElementCount > 50) heard.firstElementChild.remove();
  });
}

/** The detail in one line; an item by its name. */
function short(detail) {
  return JSON.stringify(detail, (key, value) => (key === 'item' ? value.name : value)).slice(0, 160);
}
