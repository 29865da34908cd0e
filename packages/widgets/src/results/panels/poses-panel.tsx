import { uncancelled } from '@cuvette/core/client';
import { columnHeading, topCompounds } from '@cuvette/core/tables';
import type { StructureReference } from '@cuvette/core/workflows';
import { useEffect, useId, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { Button } from '../../ui/button.tsx';
import { downloadText, fileNameOf } from '../../ui/download.ts';
import { mostOverlaid } from '../../viewer/overlay/overlay.ts';
import { useSessionState } from '../hooks/use-session.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** How many of the best compounds are opened together at first. */
const openedTogether = 5;
/** Sessions whose best compounds were opened together: who takes them away again has them away. */
const opened = new WeakSet<object>();

type Pose = StructureReference & { source: { kind: 'calculation'; uuid: string }; within: object };
const isPose = (structure: StructureReference): structure is Pose =>
  structure.source.kind === 'calculation' && structure.within !== undefined;

/**
 * Shows what can be done with docked poses: saved as SDF, the shown one with its protein as PDB, the protein's surface drawn, the best of many shown
 * together.
 */
export function PosesPanel({ item, client, session, definition, tables }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const texts = words.panels.poses;
  const { structure, viewer } = useSessionState(session);
  const [problem, setProblem] = useState<string | null>(null);
  const poses = useMemo(() => definition.structures(item).filter(isPose), [definition, item]);
  const shown = poses.find(({ id }) => id === structure) ?? null;
  const ranked = useMemo(() => bestOf(item.object_data, poses), [item.object_data, poses]);
  const label = useId();

  useEffect(() => {
    if (ranked.length < 2 || opened.has(session)) return;
    opened.add(session);
    session.setViewer({ overlay: 'colours', overlaid: ranked.slice(0, openedTogether) });
  }, [session, ranked]);
  if (poses.length === 0) return null;

  const attempt = (work: () => Promise<void>) => {
    setProblem(null);
    work().catch((error: unknown) =>
      setProblem(texts.notWritten(error instanceof Error ? error.message : String(error))),
    );
  };
  const moleculeOf = async ({ source }: Pose) =>
    (await uncancelled(() => client.queryClient.fetchQuery(client.molecules(source.uuid)))).at(-1) ?? null;
  const saveSdf = async () => {
    const [{ poseSdf }, molecules] = await Promise.all([import('./pose-sdf.ts'), Promise.all(poses.map(moleculeOf))]);
    const records = poses.flatMap((pose, index) => {
      const molecule = molecules[index];
      if (!molecule) return [];
      const smiles = molecule.smiles ?? item.smiles;
      const name = words.ui.term(pose.name);
      if (!smiles) throw new Error(texts.otherMolecule(name));
      return [{ name, molecule, smiles, data: fieldsOf(tables, pose.id) }];
    });
    const text = await poseSdf(records, texts.otherMolecule);
    downloadText(fileNameOf(item.name, 'sdf', 'poses'), text, 'chemical/x-mdl-sdfile');
  };
  const saveComplex = async (pose: Pose) => {
    const { complexText } = await import('./pose-complex.ts');
    const place = pose.within;
    const own = complexOf(item.object_data, pose.id);
    const uuid = own ?? ('uuid' in place ? String(place.uuid) : null);
    const protein = uuid ? (await client.queryClient.fetchQuery(client.protein(uuid))).data : null;
    const given = protein ?? ('pdb' in place ? (place.pdb as NonNullable<typeof protein>) : null);
    const ligand = await moleculeOf(pose);
    if (!given || !ligand) throw new Error(words.result.structureFailed);
    const name = words.ui.term(pose.name);
    const text = complexText(given, own ? null : ligand.atoms, name);
    downloadText(fileNameOf(`${item.name} ${name}`, 'pdb', 'complex'), text, 'chemical/x-pdb');
  };
  const drawn = viewer.protein.surface !== 'none';
  const together = viewer.overlay === 'colours' ? (viewer.overlaid?.length ?? 0) : 0;
  return (
    <div className="cv-stack">
      <div className="cv-choices" role="group" aria-label={texts.files}>
        <Button dense icon="download" label={texts.sdf(poses.length)} onClick={() => attempt(saveSdf)} />
        {shown ? (
          <Button dense icon="download" label={texts.complex} onClick={() => attempt(() => saveComplex(shown))} />
        ) : null}
        {shown ? (
          <Button
            dense
            label={texts.surface}
            aria-pressed={drawn}
            onClick={() => session.setViewer({ protein: { ...viewer.protein, surface: drawn ? 'none' : 'molecular' } })}
          />
        ) : null}
      </div>
      {ranked.length > 1 ? (
        <p className="cv-pose-count">
          <label htmlFor={label}>{texts.best}</label>
          <input
            id={label}
            type="number"
            min={1}
            max={Math.min(ranked.length, mostOverlaid)}
            value={Math.max(1, together)}
            onChange={({ target }) => {
              const wanted = Math.round(target.valueAsNumber);
              if (!Number.isFinite(wanted) || wanted < 1) return;
              const best = ranked.slice(0, Math.min(wanted, mostOverlaid));
              session.setViewer(
                wanted < 2 ? { overlay: 'none', overlaid: null } : { overlay: 'colours', overlaid: best },
              );
            }}
          />
        </p>
      ) : null}
      <p role="status" className="cv-small">
        {problem}
      </p>
    </div>
  );
}

/** Returns what the tables say of a structure, as fields of its record: each column by its heading. */
function fieldsOf(tables: PanelProps['tables'], id: string): Record<string, string> {
  const table = tables.find(({ structures }) => structures.includes(id));
  const row = table?.structures.indexOf(id) ?? -1;
  if (!table || row < 0) return {};
  return Object.fromEntries(
    table.columns.flatMap((column) => {
      const value = column.values[row];
      const isMissing = value === null || value === undefined || value === '' || Number.isNaN(value);
      return isMissing ? [] : [[columnHeading(column), String(value)]];
    }),
  );
}

/** The docked compounds of a batch, the best score first; none for another type. */
function bestOf(data: Readonly<Record<string, unknown>> | null, poses: readonly Pose[]): string[] {
  const { best_scores: scores, best_poses: docked } = data ?? {};
  if (!Array.isArray(scores) || !Array.isArray(docked)) return [];
  const idOf = new Map(poses.map(({ id, source }) => [source.uuid, id]));
  return topCompounds(scores as (number | null)[], mostOverlaid).flatMap((index) => idOf.get(docked[index]) ?? []);
}

/** The protein of the platform that holds a pose with what was done around it, where the result names one. */
function complexOf(data: Readonly<Record<string, unknown>> | null, pose: string): string | null {
  const scores = Array.isArray(data?.scores) ? (data.scores as { pose?: unknown; complex_pdb?: unknown }[]) : [];
  const found = scores.find((score) => score.pose === pose)?.complex_pdb;
  return typeof found === 'string' ? found : null;
}
