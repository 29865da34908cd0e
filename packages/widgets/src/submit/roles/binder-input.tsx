import { withValueAt } from '@cuvette/core/workflows';
import { ProblemTexts } from './problem-texts.tsx';
import { noSubmit, ProteinInput } from './protein-input.tsx';
import type { RoleProps } from './role-props.ts';
import { roleWords as words } from './words.ts';

type Entry = Record<string, unknown>;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Shows what a binder is designed for and from: chains to design, ligands, and target proteins with the residues that count. */
export function BinderInput({ rule, value, problems, onChange }: RoleProps) {
  const design = (value !== null && typeof value === 'object' ? value : {}) as Entry;
  const list = (key: string) => (Array.isArray(design[key]) ? design[key] : []) as Entry[];
  const put = (key: string, entries: readonly Entry[]) => onChange({ ...design, [key]: entries });
  const change = (key: string, index: number, path: string, next: unknown) =>
    put(
      key,
      list(key).map((each, place) => (place === index ? (withValueAt(each, path, next) as Entry) : each)),
    );
  const remove = (key: string, index: number) =>
    put(
      key,
      list(key).filter((_, place) => place !== index),
    );
  const used = [...list('protein_entities'), ...list('ligand_entities')].map(({ id }) => id);
  const free = [...letters].find((letter) => !used.includes(letter)) ?? 'A1';
  const text = (label: string, current: unknown, onText: (text: string) => void, mono = false) => (
    <label className="cv-cell cv-cell-wide">
      <span>{label}</span>
      <input
        className={mono ? 'cv-mono' : undefined}
        value={typeof current === 'string' ? current : ''}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={noSubmit}
      />
    </label>
  );
  const removeButton = (key: string, index: number, what: string) => (
    <button
      type="button"
      className="cv-button"
      data-kind="quiet"
      data-dense=""
      aria-label={words.removeChain(what)}
      onClick={() => remove(key, index)}
    >
      {words.remove}
    </button>
  );
  const addButton = (key: string, label: string, entry: Entry) => (
    <button
      type="button"
      className="cv-button cv-editor-open"
      data-dense=""
      onClick={() => put(key, [...list(key), entry])}
    >
      {label}
    </button>
  );
  return (
    <div className="cv-role">
      <fieldset className="cv-editor">
        <legend>{words.designChains}</legend>
        {list('protein_entities').map((entity, index) => (
          // A chain is known by its place alone.
          <div key={index} className="cv-editor-row">
            {text(words.id, entity.id, (next) => change('protein_entities', index, 'id', next))}
            {text(words.pattern, entity.sequence, (next) => change('protein_entities', index, 'sequence', next), true)}
            {removeButton('protein_entities', index, String(entity.id))}
          </div>
        ))}
        {addButton('protein_entities', words.addDesignChain, { id: free, sequence: '80..120' })}
        <p className="cv-quiet">{words.designHint}</p>
      </fieldset>
      <fieldset className="cv-editor">
        <legend>{words.designLigands}</legend>
        {list('ligand_entities').map((entity, index) => (
          // A ligand is known by its place alone.
          <div key={index} className="cv-editor-row">
            {text(words.id, entity.id, (next) => change('ligand_entities', index, 'id', next))}
            {text(words.smiles, entity.smiles, (next) => change('ligand_entities', index, 'smiles', next), true)}
            {removeButton('ligand_entities', index, String(entity.id))}
          </div>
        ))}
        {addButton('ligand_entities', words.addLigand, { id: free, smiles: '' })}
      </fieldset>
      <fieldset className="cv-editor">
        <legend>{words.designTargets}</legend>
        {list('file_entities').map((entity, index) => (
          // A target is known by its place alone.
          <div key={index} className="cv-role">
            <ProteinInput
              rule={{ ...rule, title: words.designTargets }}
              value={entity.uuid === '' ? null : entity.uuid}
              problems={problems.filter(({ field }) => field === `${rule.role}.file_entities.${index}.uuid`)}
              onChange={(next) => change('file_entities', index, 'uuid', next ?? '')}
            />
            <div className="cv-editor-row">
              {text(words.chainId, included(entity).chain_id, (next) =>
                change('file_entities', index, 'include.0.chain_id', next),
              )}
              {text(words.region, included(entity).residue_indices, (next) =>
                change('file_entities', index, 'include.0.residue_indices', next === '' ? null : next),
              )}
              {removeButton('file_entities', index, `${words.designTargets} ${index + 1}`)}
            </div>
            <p className="cv-quiet">{words.targetResidues}</p>
          </div>
        ))}
        {addButton('file_entities', words.addTarget, { uuid: '', include: [] })}
      </fieldset>
      <ProblemTexts problems={problems.filter(({ field }) => !/\.file_entities\.\d+\.uuid$/.test(field))} />
    </div>
  );
}

/** The first region that counts of a target. */
function included(entity: Entry): Entry {
  return ((Array.isArray(entity.include) ? entity.include[0] : null) ?? {}) as Entry;
}
