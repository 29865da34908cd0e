import { atomLabel } from '@cuvette/core/chemistry';
import { formatNumber } from '@cuvette/core/tables';
import { pkaSitesOf } from '@cuvette/core/workflows/types/pka/pka-sites';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { MarkedDrawing } from '../../structure/marked-drawing.tsx';
import { Button } from '../../ui/button.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** Acidic and basic sites as badges in the formula, and both partners of each as structures to show. */
export function SitesPanel({ item, session, molecules }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const texts = words.panels.sites;
  const { structure, structures } = useSessionState(session);
  const { sites, marks, molecule, smiles, own } = useMemo(() => pkaSitesOf(item.object_data), [item]);
  const read = own === null ? null : (molecules.get(own)?.at(-1) ?? null);
  const atoms = (molecule ?? read)?.atoms ?? null;
  const drawn = item.smiles ?? smiles;
  const given = own ?? 'initial';
  const show = (id: string) => structures.includes(id) && session.activate(id);
  return (
    <div className="cv-stack">
      {drawn ? <MarkedDrawing smiles={drawn} atoms={atoms} marks={marks} label={texts.drawing(sites.length)} /> : null}
      <ul className="cv-sites" aria-label={texts.partners}>
        {sites.map(({ kind, site, group, partner }) => (
          <li key={group}>
            <span>
              <strong>{atomLabel(atoms, site.atom_index, 1)}</strong> {words.ui.term(kind)}{' '}
              <span className="cv-number">{localNumber(words, formatNumber(site.pka, 2))}</span>
            </span>
            <span className="cv-bond-actions">
              {structures.includes(given) ? (
                <Button dense label={texts.given} aria-pressed={structure === given} onClick={() => show(given)} />
              ) : null}
              {partner !== null && structures.includes(partner) ? (
                <Button
                  dense
                  label={kind === 'acid' ? texts.base : texts.acid}
                  aria-pressed={structure === partner}
                  onClick={() => show(partner)}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
