/** The frame of every page of the documentation: the list of types beside what the page holds. */

export const escaped = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * @param {{title: string, entries: readonly {type: string, title: string}[], current: string | null, base: string, body: string}} content
 *   base: the way from this page to the folder of the documentation
 */
export function page({ title, entries, current, base, body }) {
  const links = entries
    .map(
      (entry) =>
        `        <li><a href="${base}types/${entry.type}.html"${entry.type === current ? ' aria-current="page"' : ''}>${escaped(entry.title)}</a></li>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)} · Cuvette</title>
    <link rel="stylesheet" href="${base}docs.css" />
    <script type="module" src="${base}embed/embed.js"></script>
  </head>
  <body>
    <nav aria-label="Workflow types">
      <p><a href="${base}index.html">Cuvette</a></p>
      <ul>
${links}
      </ul>
    </nav>
    <main>
${body}
    </main>
  </body>
</html>
`;
}
