import type { ReactNode } from 'react';

export interface ListColumn {
  title: string;
  className?: string | undefined;
  /** The title is there for assistive technology only. */
  hidden?: boolean | undefined;
}

/** A list whose rows do not open: its columns, and the rows as they are given. The caption names it for assistive technology. */
export function ListTable({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly ListColumn[];
  children: ReactNode;
}) {
  return (
    <div className="list-box">
      <table className="list plain">
        <caption className="cv-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, className, hidden }) => (
              <th key={title} scope="col" className={className}>
                {hidden ? <span className="cv-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
