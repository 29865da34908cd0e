/** The reference pages of the elements (examples/gallery), made from their manifest and the live examples beside them. */
import { elementsOf } from './element-manifest.mjs';

const escaped = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text with `code` in backquotes. */
const prose = (text) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * All pages by file name.
 * @param {object} manifest see element-manifest.mjs
 * @param {(tag: string) => string} live the markup of an element's live example
 * @returns {Map<string, string>}
 */
export function galleryPages(manifest, live) {
  const elements = elementsOf(manifest);
  const pages = elements.map((element) => [
    `${element.tagName}.html`,
    elementPage(element, elements, live(element.tagName)),
  ]);
  return new Map([['index.html', indexPage(elements)], ...pages]);
}

function page({ title, elements, current, body }) {
  const links = elements
    .map(({ tagName }) => {
      const here = tagName === current ? ' aria-current="page"' : '';
      return `        <li><a href="${tagName}.html"${here}>${tagName}</a></li>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="gallery.css" />
    <!-- The folder "embed" beside "gallery" is a copy of packages/widgets/dist/embed. -->
    <script type="module" src="../embed/embed.js"></script>
    <script type="module" src="gallery.js"></script>
  </head>
  <body>
    <nav aria-label="Elements">
      <p><a href="index.html">Cuvette's elements</a></p>
      <ul>
${links}
      </ul>
      <form id="settings" hidden>
        <label>Theme <select name="theme"><option value="">as the page</option><option>light</option><option>dark</option></select></label>
        <label>Language <select name="lang"><option value="en">English</option><option value="de">Deutsch</option></select></label>
      </form>
    </nav>
    <main>
${body}
    </main>
  </body>
</html>
`;
}

function indexPage(elements) {
  const rows = elements.map(({ tagName, description }) => [
    `<a href="${tagName}.html"><code>&lt;${tagName}&gt;</code></a>`,
    prose(description),
  ]);
  return page({
    title: "Cuvette's elements",
    elements,
    current: null,
    body: `      <h1>Cuvette's elements</h1>
      <p>Each page says what an element understands and shows it at work, over one static file: no server is asked.</p>
${table('Elements', ['Element', 'What it shows'], rows)}`,
  });
}

function elementPage(element, elements, live) {
  const { tagName, description, attributes, members, events, slots, cssParts, cssProperties } = element;
  const attributeOf = new Map(attributes.map(({ fieldName, name }) => [fieldName, name]));
  const sections = [
    [
      'Attributes',
      ['Attribute', 'Type', 'Meaning'],
      attributes.map(({ name, type, description: text }) => [code(name), code(type.text), prose(text)]),
    ],
    [
      'Properties',
      ['Property', 'Attribute', 'Type', 'Meaning'],
      members.map(({ name, type, description: text }) => {
        const attribute = attributeOf.get(name);
        return [code(name), attribute ? code(attribute) : 'none: data, kept by identity', code(type.text), prose(text)];
      }),
    ],
    [
      'Events',
      ['Event', 'Type', 'When'],
      events.map(({ name, type, description: text }) => [code(name), code(type.text), prose(text)]),
    ],
    [
      'Slots',
      ['Slot', 'For'],
      slots.map(({ name, description: text }) => [name ? code(name) : 'default', prose(text)]),
    ],
    ['Parts', ['Part', 'What it is'], cssParts.map(({ name, description: text }) => [code(name), prose(text)])],
    [
      'Custom properties',
      ['Property', 'Meaning'],
      cssProperties.map(({ name, description: text }) => [code(name), prose(text)]),
    ],
  ];
  const tables = sections
    .filter(([, , rows]) => rows.length > 0)
    .map(([title, head, rows]) => table(title, head, rows))
    .join('\n');
  return page({
    title: `${tagName}: Cuvette's elements`,
    elements,
    current: tagName,
    body: `      <h1><code>&lt;${tagName}&gt;</code></h1>
      <p>${prose(description)}</p>
      <h2>Live</h2>
      <div id="live">
${indented(live, 8)}
      </div>
      <pre tabindex="0" aria-label="Markup of the example"><code>${escaped(live.trim())}</code></pre>
      <h2>Heard events</h2>
      <ol id="heard" aria-label="Events" data-events="${events.map(({ name }) => name).join(' ')}"></ol>
${tables}`,
  });
}

const code = (text) => `<code>${escaped(text)}</code>`;

const indented = (text, by) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line ? ' '.repeat(by) + line : line))
    .join('\n');

function table(title, head, rows) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const line = (cells, tag) => `            <tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `      <h2 id="${id}">${title}</h2>
      <div class="table" role="region" aria-labelledby="${id}" tabindex="0">
        <table>
          <thead>
            <tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr>
          </thead>
          <tbody>
${rows.map((cells) => line(cells, 'td')).join('\n')}
          </tbody>
        </table>
      </div>`;
}
