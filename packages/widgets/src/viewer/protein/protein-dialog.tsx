import { focusResidues, hydrogensOf, type Macromolecule, residueCounts } from '@cuvette/core/chemistry';
import {
  initialProteinView,
  type ProteinView,
  proteinColourings,
  proteinForms,
  proteinSurfaces,
  shownHydrogens,
} from '@cuvette/core/session';
import { type ReactNode, useId, useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { useSheet } from '../../results/hooks/use-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { SurfaceProgress } from '../layers/protein-surface.ts';
import { ChainList } from './chain-list.tsx';
import { ColourLegend } from './colour-legend.tsx';
import css from './protein.css?inline';
import { pocketRadius } from './protein-painter.ts';

export interface ProteinDialogProps {
  structure: Macromolecule;
  view: ProteinView;
  change: (change: Partial<ProteinView>) => void;
  /** What the surface is doing. */
  surface: SurfaceProgress;
  /** Fills the picture with a ligand, its pocket, or all. */
  onZoom: (to: 'ligand' | 'pocket' | 'all') => void;
  onClose: () => void;
}

/** *Manage protein view*: everything that can be chosen about a macromolecule, seen in the picture at once. */
export function ProteinDialog({ structure, view, change, surface, onZoom, onClose }: ProteinDialogProps) {
  const words = useWords().viewer.protein;
  useSheet(css);
  const counts = useMemo(() => residueCounts(structure), [structure]);
  const hasFocus = useMemo(() => focusResidues(structure).length > 0, [structure]);
  const hasHydrogens = useMemo(() => hydrogensOf(structure, true).length > 0, [structure]);
  const colouringName = (each: ProteinView['colouring']) =>
    each === 'b-factor' && structure.predicted ? words.confidence : words.colourings[each];
  return (
    <Dialog
      title={words.manage}
      open
      onClose={onClose}
      actions={
        <>
          <Button label={words.reset} onClick={() => change(initialProteinView)} />
          <Button kind="primary" label={words.close} onClick={onClose} />
        </>
      }
    >
      <div className="cv-protein">
        <div className="cv-protein-grid">
          <Choice
            label={words.form}
            value={view.form}
            options={proteinForms.map((each) => [each, words.forms[each]])}
            onChange={(form) => change({ form })}
          />
          <Choice
            label={words.colouring}
            value={view.colouring}
            options={proteinColourings.map((each) => [each, colouringName(each)])}
            onChange={(colouring) => change({ colouring })}
          />
          <Choice
            label={words.surface}
            value={view.surface}
            options={proteinSurfaces.map((each) => [each, words.surfaces[each]])}
            onChange={(next) => change({ surface: next })}
          />
          <Choice
            label={words.hydrogens}
            value={view.hydrogens}
            options={shownHydrogens.map((each) => [each, words.hydrogenChoices[each]])}
            onChange={(hydrogens) => change({ hydrogens })}
            reason={hasHydrogens ? null : words.noHydrogens}
          />
        </div>
        <ColourLegend structure={structure} view={view} />
        {view.surface !== 'none' && (
          <label className="cv-protein-range">
            <span>{words.opacity}</span>
            <input
              type="range"
              min={0.1}
              max={1}
              step={0.05}
              value={view.surfaceOpacity}
              aria-valuetext={`${Math.round(view.surfaceOpacity * 100)} %`}
              onChange={({ target }) => change({ surfaceOpacity: target.valueAsNumber })}
            />
            <output>{Math.round(view.surfaceOpacity * 100)} %</output>
          </label>
        )}
        <p className="cv-protein-note" role="status">
          {surface === 'computing' && words.computingSurface}
          {surface === 'failed' && words.surfaceFailed}
        </p>
        <ChainList structure={structure} view={view} change={change} />
        <fieldset>
          <legend>{words.shown}</legend>
          <div className="cv-protein-switches">
            <Switch
              label={counts.ligand > 0 ? words.ligands(counts.ligand) : words.noLigands}
              checked={view.ligands && counts.ligand > 0}
              disabled={counts.ligand === 0}
              onChange={(ligands) => change({ ligands })}
            />
            <Switch
              label={counts.ion > 0 ? words.ions(counts.ion) : words.noIons}
              checked={view.ions && counts.ion > 0}
              disabled={counts.ion === 0}
              onChange={(ions) => change({ ions })}
            />
            <Switch
              label={counts.water > 0 ? words.waters(counts.water) : words.noWaters}
              checked={view.waters && counts.water > 0}
              disabled={counts.water === 0}
              onChange={(waters) => change({ waters })}
            />
          </div>
          <Switch
            label={`${words.pocket(pocketRadius)}, ${counts.ligand > 0 || !hasFocus ? words.pocketOf.ligand : words.pocketOf.modified}`}
            checked={view.pocket && hasFocus}
            disabled={!hasFocus}
            onChange={(pocket) => change({ pocket })}
          />
          {!hasFocus && <p className="cv-protein-note">{words.noPocket}</p>}
          <div className="cv-protein-buttons">
            <Button dense label={words.zoomLigand} disabled={!hasFocus} onClick={() => onZoom('ligand')} />
            <Button dense label={words.zoomPocket} disabled={!hasFocus} onClick={() => onZoom('pocket')} />
            <Button dense label={words.zoomAll} onClick={() => onZoom('all')} />
          </div>
        </fieldset>
      </div>
    </Dialog>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  /** Why there is nothing to choose. */
  reason?: ReactNode;
}

function Choice<T extends string>({ label, value, options, onChange, reason = null }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="cv-protein-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : `${id}-reason`}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      {reason !== null && (
        <p className="cv-protein-note" id={`${id}-reason`}>
          {reason}
        </p>
      )}
    </div>
  );
}
