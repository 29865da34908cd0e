import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import { defineWorkflow } from '../../define.ts';
import type { Offer, WorkflowData } from '../../definition.ts';
import { valueAt, withValueAt } from '../../parts/forms/data-path.ts';
import { number, select } from '../../parts/forms/form-fields.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import results from './results.ts';
import {
  type Data,
  kinds,
  kindTitles,
  largestRadius,
  type Method,
  methodOf,
  methods,
  methodTitles,
  paths,
  waterModels,
} from './settings.ts';

const needOf: Readonly<Record<Method, string>> = { pm6_d3h4x: 'mopac', gfn2_xtb: 'xtb' };

function ligandProblems(data: Data): Problem[] {
  const { ligand_residue_name: name, ligand_smiles: smiles, ligand_structures: structures } = data;
  if (data.protein_sequences.length > 0) {
    const detail = 'Sequences are taken by Nesso-1 alone, which is not here; give a protein with its structure.';
    return [{ field: 'protein_sequences', detail }];
  }
  if (name && structures.length > 0) {
    const detail = 'Give the ligand either as a residue of the protein or as structures that lie in it, not both.';
    return [{ field: 'ligand_structures', detail }];
  }
  if (name && smiles.length !== 1) {
    const detail = `Give one SMILES of the residue ${name}: a structure does not tell bond orders and charges.`;
    return [{ field: 'ligand_smiles', detail }];
  }
  if (name || structures.length > 0) return [];
  const detail = 'Say which residue of the protein is the ligand ("LIG"), or give structures that lie in the protein.';
  return [{ field: 'ligand_residue_name', detail }];
}

function problems(data: Data): Problem[] {
  const { settings_type: kind, truncation_radius: radius, truncation_residues } = data.binding_affinity_settings;
  if (kind !== 'single_point_energy') return [];
  const found: Problem[] = [];
  if (truncation_residues !== null || radius === null) {
    const detail = `The pocket is chosen by a radius here; set ${paths.radius} and leave truncation_residues out.`;
    found.push({ field: 'binding_affinity_settings.truncation_residues', detail });
  } else if (radius > largestRadius) {
    found.push({ field: paths.radius, detail: `The radius must be at most ${largestRadius} Å, not ${radius}.` });
  }
  if (isOptimized(data)) found.push({ field: paths.optimization, detail: `${noOptimization} Leave the list empty.` });
  if (!methods.some((method) => method === methodOf(data))) {
    const detail = `"${methodOf(data)}" is not offered for pockets. Choose one of ${methods.join(', ')}.`;
    found.push({ field: `${paths.level}.method`, detail });
  }
  return found;
}

/** In place of the method of an optimization: the relaxation by force fields, which every pocket gets. */
const relaxation = 'ff14sb_gaff2';

const isOptimized = ({ binding_affinity_settings: { multistage_opt_settings: chain } }: Data): boolean =>
  chain.optimization_settings.some((level) => valueAt(level, 'method') !== relaxation);

const noOptimization =
  'Pockets are not optimized by a semiempirical method here: the pose is relaxed with the residues around it by ff14SB and GAFF2.';

function offers(data: Data, report: MethodReport | null): Offer[] {
  const { settings_type: kind } = data.binding_affinity_settings;
  if (kind !== 'single_point_energy') return [];
  const method = methods.find((one) => one === methodOf(data));
  const missing = method === 'pm6_d3h4x' ? capabilityReason(report, 'mopac', methodTitles.pm6_d3h4x) : null;
  return [
    ...(isOptimized(data)
      ? [
          {
            field: `${paths.optimization}.0.method`,
            text: noOptimization,
            action: 'Use the relaxation by ff14SB and GAFF2',
            apply: (current: WorkflowData) => withValueAt(current, `${paths.optimization}.0.method`, relaxation),
          },
        ]
      : []),
    ...(missing === null
      ? []
      : [
          {
            field: `${paths.level}.method`,
            text: whyUnavailable(methodTitles.pm6_d3h4x, missing),
            action: `Use ${methodTitles.gfn2_xtb}`,
            missing: { what: methodTitles.pm6_d3h4x, instead: methodTitles.gfn2_xtb },
            apply: toGfn2,
          },
        ]),
  ];
}

/** Changes the method alone, so that what a client fills in beside it is no choice. */
function toGfn2(current: WorkflowData): WorkflowData {
  const method = withValueAt(current, `${paths.level}.method`, 'gfn2_xtb');
  const engine = valueAt(method, `${paths.level}.engine`)
    ? withValueAt(method, `${paths.level}.engine`, 'xtb')
    : method;
  return withValueAt(engine, `${paths.level}.solvent_settings.model`, waterModels.gfn2_xtb);
}

/** Seconds of a pocket of 6 Å on the reference machine; the number of its atoms grows with the cube of the radius, and the time faster. */
const [pocketSeconds, pocketRadius, exponent] = [120, 6, 6];

/** The interaction energy of a ligand and its pocket. */
export default defineWorkflow(results, {
  inputs: [{ role: 'protein', kind: 'protein', title: 'Protein', required: true, ligand: 'ligand_residue_name' }],
  needs: (data) => {
    const { settings_type: kind } = data.binding_affinity_settings;
    if (kind !== 'single_point_energy') return [kind];
    const method = methods.find((one) => one === methodOf(data));
    return ['openmm', ...(method ? [needOf[method]] : [])];
  },
  rules: [ligandProblems, problems],
  offers,
  seconds: (data, _inputs, report) => {
    const radius = data.binding_affinity_settings.truncation_radius ?? pocketRadius;
    const ligands = Math.max(1, data.ligand_structures.length);
    return scaledSeconds(pocketSeconds * ligands * (radius / pocketRadius) ** exponent, report);
  },
  fields: [
    select(paths.kind, 'Method', (_data, report) =>
      kinds.map((value) =>
        value === 'single_point_energy'
          ? { value, title: kindTitles[value] }
          : capabilityOption({ value, title: kindTitles[value] }, value, report),
      ),
    ),
    select(`${paths.level}.method`, 'Energies by', (_data, report) =>
      methods.map((value) => capabilityOption({ value, title: methodTitles[value] }, needOf[value], report)),
    ),
    {
      kind: 'text',
      path: 'ligand_residue_name',
      title: 'Residue name of the ligand',
      help: 'As in the protein structure.',
      placeholder: 'LIG',
    },
    { kind: 'text', path: 'ligand_smiles.0', title: 'SMILES of the ligand', placeholder: 'CCO' },
    number(paths.radius, 'Radius of the pocket', { unit: 'Å', minimum: 3, maximum: largestRadius, step: 0.5 }),
  ],
});
