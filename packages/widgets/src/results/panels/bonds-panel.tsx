import { bondDissociationColor, bondDissociationRow } from '@cuvette/core/tables';
import { bondDissociationsOf } from '@cuvette/core/workflows/types/bde/bond-dissociation-data';
import {
  type BondDissociationRow,
  bondDissociationRange,
  bondGroup,
  bondMarks,
} from '@cuvette/core/workflows/types/bde/bond-dissociation-rows';
import { type CSSProperties, useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { MarkedDrawing } from '../../structure/marked-drawing.tsx';
import { Button } from '../../ui/button.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { energyText } from '../energy-unit.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import { calculationAddress } from './calculation-address.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** Bonds with their dissociation energies: a list in the colours of the scale, the same in the formula, and what can be opened of each. */
export function BondsPanel({ item, client, session, unit }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const { viewer } = useSessionState(session);
  const { molecule, rows } = useMemo(() => bondDissociationsOf(item), [item]);
  const marks = useMemo(() => bondMarks(rows), [rows]);
  const range = useMemo(() => bondDissociationRange(rows), [rows]);
  const smiles = item.smiles ?? molecule?.smiles ?? null;
  if (rows.length === 0) return null;
  const write = (hartree: number) => localNumber(words, energyText(hartree, unit));
  // The whole molecule is what the bonds are drawn on: it replaces a fragment that is shown.
  const show = (marked: string | null) => {
    const { structures } = session.getState();
    if (structures[0] !== undefined) session.activate(structures[0]);
    session.setViewer({ marked });
  };
  return (
    <div className="cv-stack">
      {smiles && molecule ? (
        <MarkedDrawing
          smiles={smiles}
          atoms={molecule.atoms}
          marks={marks}
          group={viewer.marked}
          label={words.panels.bonds.drawing(marks.length)}
        />
      ) : null}
      {range ? (
        <p className="cv-quiet cv-small">{words.panels.bonds.scale(write(range[0]), write(range[1]), unit)}</p>
      ) : null}
      <ul className="cv-bonds" aria-label={words.panels.bonds.label}>
        {rows.map((row, index) => (
          <li
            key={`${index} ${bondGroup(row)}`}
            className="cv-bond"
            data-shown={viewer.marked === bondGroup(row) || undefined}
            style={groundOf(row, range)}
          >
            <span className="cv-bond-name">{row.bond}</span>
            <span className="cv-bond-energy cv-number">
              {row.energy === null ? words.panels.bonds.failed : `${write(row.energy)} ${unit}`}
            </span>
            <span className="cv-bond-actions">
              <Button
                dense
                label={words.panels.bonds.view}
                aria-label={words.panels.bonds.viewOne(row.bond)}
                aria-pressed={viewer.marked === bondGroup(row)}
                disabled={row.energy === null}
                onClick={() => show(bondGroup(row))}
              />
              <Button
                dense
                label={words.panels.bonds.viewAll}
                aria-label={words.panels.bonds.viewAllBeside(row.bond)}
                aria-pressed={viewer.marked === null}
                onClick={() => show(null)}
              />
            </span>
            <span className="cv-bond-links">
              {(['fragment1', 'fragment2', 'underlying'] as const).map((which) => {
                const address = row[which] && calculationAddress(client, row[which]);
                return address ? (
                  <a key={which} href={address}>
                    {words.panels.bonds[which]}
                  </a>
                ) : null;
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Background of a row: the colour of its energy, translucent so that the text stays readable; none where the bond failed. */
function groundOf({ energy }: BondDissociationRow, range: readonly [number, number] | null): CSSProperties {
  const colour = bondDissociationColor(energy, ...(range ?? [0, 0]));
  if (colour === null) return {};
  const { opacity, hoverOpacity } = bondDissociationRow;
  const ground = {
    '--cv-bond': colour,
    '--cv-bond-opacity': `${100 * opacity}%`,
    '--cv-bond-hover': `${100 * hoverOpacity}%`,
  };
  return ground as CSSProperties;
}
