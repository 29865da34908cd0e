import { escapedHtml } from '@cuvette/core/embedding';
import type { DocumentBlock } from '@cuvette/core/entities';
import type { ComposedDocument } from '@cuvette/core/workflows/supporting/compose-document';

/** Looks like a manuscript on paper and on the screen, without anything from elsewhere. */
const style = `body{font:15px/1.5 Georgia,'Times New Roman',serif;color:#111;background:#fff;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.2rem}h3{font-size:1.05rem}
table{border-collapse:collapse;font-size:13px;width:100%}caption{text-align:left;font-weight:bold;padding:.3rem 0}
th,td{padding:.15rem .5rem;text-align:left;vertical-align:top}thead th{border-top:1.5px solid;border-bottom:1px solid}tbody tr:last-child td{border-bottom:1.5px solid}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.note{font-size:13px;color:#444}.t{overflow-x:auto;margin:1rem 0}
figure{margin:1rem 0}figcaption{font-size:13px;font-weight:bold}figure svg{max-width:100%;height:auto}
pre{font:12px/1.35 'DejaVu Sans Mono',Menlo,Consolas,monospace;overflow-x:auto;break-inside:avoid-page}
@media print{body{margin:0;max-width:none}tr{break-inside:avoid}}`;

function tableHtml({ caption, columns, rows, notes }: Extract<DocumentBlock, { kind: 'table' }>): string {
  const cell = (tag: 'th' | 'td', text: string, column: number) =>
    `<${tag}${columns[column]?.numeric ? ' class="n"' : ''}${tag === 'th' ? ' scope="col"' : ''}>${escapedHtml(text)}</${tag}>`;
  const head = columns.map(({ title }, column) => cell('th', title, column)).join('');
  const body = rows.map((row) => `<tr>${row.map((text, column) => cell('td', text, column)).join('')}</tr>`).join('\n');
  const below = notes.map((note) => `<p class="note">${escapedHtml(note)}</p>`).join('');
  return `<div class="t"><table><caption>${escapedHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>${below}</div>`;
}

function blockHtml(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escapedHtml(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${block.runs.map(({ text, raised }) => (raised ? `<sup>${escapedHtml(text)}</sup>` : escapedHtml(text))).join('')}</p>`;
    case 'note':
      return `<p class="note">${escapedHtml(block.text)}</p>`;
    case 'table':
      return tableHtml(block);
    case 'picture':
      // The SVG is drawn by this server, with every text of an item escaped in it.
      return `<figure>${block.svg}<figcaption>${escapedHtml(block.caption)}</figcaption></figure>`;
    case 'lines':
      return `<p><strong>${escapedHtml(block.caption)}</strong></p>\n<pre>${escapedHtml(block.text)}</pre>`;
    case 'references':
      return `<ol>${block.entries.map((entry) => `<li>${escapedHtml(entry)}</li>`).join('\n')}</ol>`;
  }
}

/** A document as one HTML file that needs nothing beside it. */
export function htmlOf({ title, blocks }: ComposedDocument): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedHtml(title)}</title><style>${style}</style></head>
<body>
${blocks.map(blockHtml).join('\n')}
</body></html>
`;
}
