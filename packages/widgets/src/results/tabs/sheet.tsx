import type { ReactNode } from 'react';

export interface SheetRow {
  label: string;
  values: readonly string[];
  strong?: boolean;
}

/** A small fixed table: names in the first column, values (already formatted) right-aligned in the others; units are in the head. */
export function Sheet({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly SheetRow[] }) {
  return (
    // A box that may scroll must be reachable by keyboard.
    <div className="cv-sheet-box" role="group" aria-label={label} tabIndex={0}>
      <table className="cv-sheet" aria-label={label}>
        <thead>
          <tr>
            {head.map((text, index) => (
              <th key={text} scope="col" className={index > 0 ? 'cv-number' : undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} data-strong={row.strong || undefined}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, index) => (
                <td key={head[index + 1] ?? index} className="cv-number">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A part of a tab with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="cv-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
