import type { Problem } from '@cuvette/core/chemistry';
import type { Molecule, SmilesInspection } from '@cuvette/core/entities';
import { type InputRule, type WorkflowData, type WorkflowDefinition, withValueAt } from '@cuvette/core/workflows';
import { useId } from 'react';
import { BinderInput } from './binder-input.tsx';
import { MoleculeRole } from './molecule-role.tsx';
import { PairOrder } from './pair-order.tsx';
import { PocketInput } from './pocket-input.tsx';
import { ProteinInput } from './protein-input.tsx';
import { SequencesInput } from './sequences-input.tsx';
import { SmilesListInput } from './smiles-list-input.tsx';
import { roleWords as words } from './words.ts';

export interface RoleInputsProps {
  definition: WorkflowDefinition;
  /** The inputs besides the small molecule. */
  rules: readonly InputRule[];
  /** Folder that the item goes to; null is the root folder. */
  folder: string | null;
  data: WorkflowData;
  problems: readonly Problem[];
  inspections: ReadonlyMap<string, SmilesInspection>;
  onInspections: (found: ReadonlyMap<string, SmilesInspection>) => void;
  onChange: (data: WorkflowData) => void;
}

/** Whether nothing was put in yet: then what is missing is not shown in the colour of a mistake. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));
const isSequence = ({ kind }: InputRule) => kind.endsWith('_sequences');

/** Everything that a type takes besides its small molecule: further molecules, a protein, a pocket, sequences, lists. */
export function RoleInputs(props: RoleInputsProps) {
  const { rules, folder, data, problems, inspections, onInspections, onChange } = props;
  const id = useId();
  const sequences = rules.filter(isSequence);
  const protein = rules.find(({ kind }) => kind === 'protein');
  const set = (role: string) => (value: unknown) => onChange(withValueAt(data, role, value));
  const at = (role: string) => problems.filter(({ field }) => field === role || field.startsWith(`${role}.`));
  const [reactant, product] = [data.reactant, data.product] as (Molecule | null | undefined)[];
  const input = (rule: InputRule) => {
    const common = { rule, value: data[rule.role], problems: at(rule.role), onChange: set(rule.role) };
    switch (rule.kind) {
      case 'molecule':
        return (
          <MoleculeRole
            title={rule.title}
            folder={folder}
            value={(data[rule.role] as Molecule | null | undefined) ?? null}
            problems={common.problems}
            onChange={set(rule.role)}
          />
        );
      case 'protein':
        return (
          <ProteinInput
            {...common}
            ligand={
              rule.ligand === undefined
                ? null
                : { name: String(data[rule.ligand] ?? ''), onName: (name) => set(rule.ligand ?? '')(name) }
            }
          />
        );
      case 'pocket':
        return <PocketInput {...common} protein={(protein && data[protein.role]) ?? data.target ?? null} />;
      case 'smiles_list':
        return <SmilesListInput {...common} inspections={inspections} onInspections={onInspections} />;
      case 'binder_design':
        return <BinderInput {...common} />;
      default:
        return null;
    }
  };
  const section = (key: string, title: string, content: ReturnType<typeof input>, empty = isEmpty(data[key])) => (
    <section key={key} aria-labelledby={`${id}${key}`} className={empty ? 'cv-panel cv-not-given' : 'cv-panel'}>
      <h2 id={`${id}${key}`} className="cv-heading">
        {title}
      </h2>
      {content}
    </section>
  );
  return (
    <>
      {sequences.length > 0
        ? section(
            'sequences',
            words.sequences,
            <SequencesInput
              rules={sequences}
              data={data}
              problems={sequences.flatMap(({ role }) => at(role))}
              onChange={onChange}
            />,
            sequences.every(({ role }) => isEmpty(data[role])),
          )
        : null}
      {rules.filter((rule) => !isSequence(rule)).map((rule) => section(rule.role, rule.title, input(rule)))}
      {reactant && product
        ? section('pair', words.pair, <PairOrder reactant={reactant} product={product} onProduct={set('product')} />)
        : null}
    </>
  );
}
