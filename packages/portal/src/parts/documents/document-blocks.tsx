import type { DocumentBlock } from '@cuvette/core/entities';

/** Shows parts of a document as they come on paper: dark letters on white in both themes. */
export function DocumentBlocks({ blocks }: { blocks: readonly DocumentBlock[] }) {
  return blocks.map((block, index) => (
    // The parts have no names, and are replaced together.
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is all that tells two parts apart
    <Block key={index} block={block} />
  ));
}

function Block({ block }: { block: DocumentBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <p className="document-heading" data-level={block.level}>
          {block.text}
        </p>
      );
    case 'paragraph':
      return (
        <p>
          {block.runs.map(({ text, raised }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is all that tells two pieces apart
            raised ? <sup key={index}>{text}</sup> : <span key={index}>{text}</span>,
          )}
        </p>
      );
    case 'note':
      return <p className="document-note">{block.text}</p>;
    case 'table':
      return <TableBlock block={block} />;
    case 'picture':
      return (
        <figure>
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(block.svg)}`}
            alt={block.caption}
            width={block.width}
            height={block.height}
          />
          <figcaption>{block.caption}</figcaption>
        </figure>
      );
    case 'lines':
      return (
        <>
          <p className="document-caption">{block.caption}</p>
          <pre>{block.text}</pre>
        </>
      );
    case 'references':
      return (
        <ol>
          {block.entries.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ol>
      );
  }
}

function TableBlock({ block }: { block: Extract<DocumentBlock, { kind: 'table' }> }) {
  const { caption, columns, rows, notes } = block;
  return (
    <>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" data-numeric={numeric || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table may be the same
            <tr key={index}>
              {columns.map(({ title, numeric }, column) => (
                <td key={title} data-numeric={numeric || undefined}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} className="document-note">
          {note}
        </p>
      ))}
    </>
  );
}
