import * as z from 'zod/mini';
import { atomLabel, type Vector3 } from '../../chemistry/atoms.ts';
import { molecularPkbhx } from '../../chemistry/hydrogen-bond-basicity.ts';
import type { Molecule } from '../../entities/molecule.ts';
import { phrase } from '../../entities/phrases.ts';
import { optionalNull, vector3 } from '../../entities/scalars.ts';
import { Mode, Settings } from '../../entities/settings.ts';
import { calibrationInWords, methodExtension } from '../../methods/extensions.ts';
import { elementsOf } from '../../methods/method-support.ts';
import { methodTitle, mmff94Elements } from '../../methods/methods.ts';
import { pkbhxLines } from '../../methods/public-calibrations.ts';
import { forceOptimization } from '../../methods/resubmission.ts';
import { tableOf } from '../../tables/build-table.ts';
import { formatNumber } from '../../tables/number-format.ts';
import type { TableData } from '../../tables/table.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, NamedValue, Notice } from '../definition.ts';
import type { Mark } from '../marks.ts';
import { calculationStructure } from '../results/structure-references.ts';
import { unavailableReason } from '../rules/method-availability.ts';
import { sizeLimit } from '../rules/size.ts';
import { toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import {
  type MethodChoice,
  methodChoiceField,
  methodChoiceOffers,
  methodChoiceProblems,
  OwnMethod,
} from '../schemas/own-method.ts';

const type = 'hydrogen_bond_basicity';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  do_csearch: z._default(z.boolean(), true),
  do_optimization: z._default(z.boolean(), true),
  /** How the strength of a site is found; null is the platform's way. An addition to the public keys. */
  pkbhx_method: OwnMethod,
});
type Data = z.output<typeof settings>;

/** `position` in Å is that of the minimum of the potential, not of the atom; `name` is the functional group. */
const AcceptorSite = z.looseObject({
  /** Counted from 0. */
  atom_idx: z.int(),
  pkbhx: z.number(),
  position: vector3,
  name: optionalNull(z.string()),
});

const DonorSite = z.looseObject({
  /** Counted from 0. */
  atom_idx: z.int(),
  pk_alpha: z.number(),
  /** Å */
  position: vector3,
});

const results = z.looseObject({
  /** Calculation of the geometry that the positions of the sites refer to. */
  optimization: optionalNull(z.string()),
  hba_sites: z._default(z.array(AcceptorSite), []),
  hbd_sites: z._default(z.array(DonorSite), []),
});
type Whole = Data & z.output<typeof results>;

const screening = z.parse(Settings, { method: 'gfn2_xtb', tasks: ['energy'] });

/** The two named methods of each way: geometry, then potential. */
const platformLevels = {
  optimization: z.parse(Settings, { method: 'aimnet2_wb97md3', tasks: ['optimize'] }),
  potential: z.parse(Settings, { method: 'r2scan_3c', tasks: ['energy'] }),
};
const ownMethod = 'vmin_hf_631gd_gfn2';
const ownLevels = {
  optimization: z.parse(Settings, { method: 'gfn2_xtb', tasks: ['optimize'] }),
  potential: z.parse(Settings, { method: 'hf', basis_set: '6-31G(d)', tasks: ['energy'] }),
};

const levelsOf = (method: string | null) => (method === ownMethod ? ownLevels : platformLevels);

/** Conformers are screened with GFN2-xTB, the lowest one is optimized, its potential gives the sites. */
function levels({ do_csearch, do_optimization, pkbhx_method }: Data): Level[] {
  const { optimization, potential } = levelsOf(pkbhx_method);
  return [...(do_csearch ? [screening] : []), ...(do_optimization ? [optimization] : []), potential].map((level) => ({
    settings: level,
    field: 'pkbhx_method',
  }));
}

/** Atoms that each step takes: the force field of the conformers (with boron), the method of the geometry, and that of the potential. */
function elementsOfAllSteps(method: string | null): number[] {
  const { optimization, potential } = levelsOf(method);
  return [optimization, potential].reduce<number[]>(
    (allowed, { method: name, engine, basis_set }) => {
      const own = elementsOf(name, engine, basis_set?.name ?? null);
      return own ? allowed.filter((element) => own.includes(element)) : allowed;
    },
    [...mmff94Elements, 5].sort((a, b) => a - b),
  );
}

const ownTitle = methodExtension(type, ownMethod)?.title ?? ownMethod;
const platformTitle = `Platform: ${methodTitle(platformLevels.potential.method)} potential, ${methodTitle(platformLevels.optimization.method)} geometry`;

const choice: MethodChoice = {
  type,
  path: 'pkbhx_method',
  title: 'Method',
  platform: platformTitle,
  method: (value) => levelsOf(value).potential.method,
  missing: (value, report) => unavailableReason(report, levelsOf(value).optimization.method),
};

function notices({ pkbhx_method, do_optimization }: Data): Notice[] {
  const calibration = methodExtension(type, pkbhx_method ?? '')?.calibration ?? null;
  return [
    ...(calibration
      ? [
          {
            kind: 'info' as const,
            title: `${ownTitle} gives acceptors only`,
            body: `pKBHX ${calibrationInWords(calibration, null)}. ${calibration.domain} Donor strengths (pKα) have no calibration here and are not computed.`,
          },
        ]
      : []),
    ...(do_optimization
      ? []
      : [
          {
            kind: 'warning' as const,
            title: 'The structure is taken as given',
            body: 'The calibration holds for optimized structures; strengths at another geometry are outside calibration.',
          },
        ]),
  ];
}

/** Acceptor sites at or below this pKBHX are not kept; the donors' table starts with it as its minimum. */
const weakest = -1;

const acceptorsEmpty = 'No hydrogen-bond-acceptor sites detected in this molecule.';
const donorsEmpty = 'No hydrogen-bond-donor sites detected in this molecule.';

/** Groups that earlier versions had one line for, each now several classes: sites with such a name came by a line whose error is not printed any more. */
const earlierGroups: ReadonlySet<string> = new Set(['Amine', 'Carbonyl', 'Ether/Alcohol']);

/** The error of a site's value by its group. */
function errorInWords({ pkbhx_method, do_optimization }: Whole, group: string | null): string | null {
  if (!do_optimization) return 'outside calibration';
  const extension = pkbhx_method === null ? null : methodExtension(type, pkbhx_method);
  if (extension) return earlierGroups.has(group ?? '') ? null : calibrationInWords(extension.calibration, group ?? '');
  const line = pkbhxLines.find((each) => each.class.toLowerCase() === group?.toLowerCase());
  return line ? phrase('± {error} ({kind}, n = {size})', { error: line.rmse, kind: 'RMSE', size: line.size }) : null;
}

type Atoms = Molecule['atoms'] | null;

const acceptorsOf = ({ hba_sites }: Whole) => hba_sites.filter(({ pkbhx }) => pkbhx > weakest);
const shownStructure = ({ optimization }: Whole) => optimization || 'initial';

function acceptorTable(data: Whole, atoms: Atoms): TableData {
  return tableOf({
    id: 'acceptors',
    title: 'Hydrogen-Bond Acceptors',
    rows: acceptorsOf(data),
    columns: [
      { id: 'atom', title: 'Atom', text: ({ atom_idx }) => atomLabel(atoms, atom_idx, 0) },
      { id: 'group', title: 'Group', text: ({ name }) => name },
      {
        id: 'pkbhx',
        title: 'pKBHX',
        help: 'log10 of the association constant with 4-fluorophenol in CCl₄ at 298 K; higher is the stronger acceptor.',
        precision: 2,
        perAtom: 'magnitude',
        value: ({ pkbhx }) => pkbhx,
      },
      {
        id: 'error',
        title: 'Error',
        help: 'Of the calibration of the group, against experiment.',
        notation: 'term',
        text: ({ name }) => errorInWords(data, name),
      },
    ],
    structure: () => shownStructure(data),
    atom: ({ atom_idx }) => atom_idx,
    empty: acceptorsEmpty,
  });
}

function moleculeTable(data: Whole): TableData {
  const sites = acceptorsOf(data).map(({ pkbhx }) => pkbhx);
  return tableOf({
    id: 'molecule',
    title: 'Whole molecule',
    rows: sites.length > 0 ? [molecularPkbhx(sites)] : [],
    columns: [
      {
        id: 'molecular_pkbhx',
        title: 'pKBHX of the molecule',
        help: 'log10 of the sum of 10^pKBHX over the acceptor sites.',
        precision: 2,
        value: (value) => value,
      },
    ],
    structure: () => shownStructure(data),
    empty: acceptorsEmpty,
  });
}

/** Colours of spheres: acceptors lie where the potential is negative, donors where it is positive. */
const sphereColours = { acceptor: '#d9480f', donor: '#1c5fd1' } as const;
const sphereMeanings = { acceptor: 'Acceptor, pKBHX', donor: 'Donor, pKα' } as const;
/** Å */
const sphereRadius = 0.3;

/** A sphere at the place of each site, with its strength and the group of its calibration. */
function siteMarks(data: Whole): Mark[] {
  const sphere = (kind: 'acceptor' | 'donor', atom: number, position: Vector3, text: string): Mark => ({
    group: `${kind} ${atom + 1}`,
    meaning: sphereMeanings[kind],
    kind: 'sphere',
    position,
    radius: sphereRadius,
    colour: sphereColours[kind],
    opacity: 0.6,
    text,
  });
  return [
    ...acceptorsOf(data).map(({ atom_idx, position, pkbhx, name }) =>
      sphere('acceptor', atom_idx, position, [formatNumber(pkbhx, 2), name ?? ''].join(' ').trim()),
    ),
    ...data.hbd_sites
      .filter(({ pk_alpha }) => pk_alpha > weakest)
      .map(({ atom_idx, position, pk_alpha }) => sphere('donor', atom_idx, position, formatNumber(pk_alpha, 2))),
  ];
}

/** The strength of the whole molecule and of its strongest acceptor. */
function valuesOf(data: Whole): NamedValue[] {
  const sites = acceptorsOf(data).map(({ pkbhx }) => pkbhx);
  return [
    {
      path: 'molecular_pkbhx',
      title: 'pKBHX of the molecule',
      unit: null,
      precision: 2,
      value: sites.length > 0 ? molecularPkbhx(sites) : null,
    },
    {
      path: 'strongest_acceptor',
      title: 'Strongest acceptor, pKBHX',
      unit: null,
      precision: 2,
      value: sites.length > 0 ? Math.max(...sites) : null,
    },
  ];
}

function donorTable(data: Whole, atoms: Atoms): TableData {
  const notComputed = data.pkbhx_method === ownMethod && data.hbd_sites.length === 0;
  return tableOf({
    id: 'donors',
    title: 'Hydrogen-Bond Donors',
    rows: data.hbd_sites,
    columns: [
      { id: 'atom', title: 'Atom', text: ({ atom_idx }) => atomLabel(atoms, atom_idx, 0) },
      {
        id: 'pk_alpha',
        title: 'pKα',
        help: 'Higher is the stronger donor.',
        precision: 2,
        minimum: weakest,
        perAtom: 'magnitude',
        value: ({ pk_alpha }) => pk_alpha,
      },
    ],
    structure: () => shownStructure(data),
    atom: ({ atom_idx }) => atom_idx,
    empty: notComputed
      ? phrase('Donor strengths were not computed: {method} gives acceptors only.', { method: ownTitle })
      : donorsEmpty,
  });
}

/** Strengths of the hydrogen-bond acceptors and donors of one molecule, from the electrostatic potential around them. */
export default defineWorkflow({
  type,
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: ({ pkbhx_method }) => ({
    openShell: false,
    charged: false,
    size: sizeLimit('hydrogen_bond_basicity'),
    elements: { allowed: elementsOfAllSteps(pkbhx_method), by: 'Hydrogen-Bond Basicity' },
  }),
  settings,
  results,
  settle: forceOptimization,
  levels,
  needs: ({ do_csearch }) => (do_csearch ? ['rdkit'] : []),
  // What is missing here is said by the levels; this rule is for names that are no methods.
  rules: [({ pkbhx_method }) => methodChoiceProblems(choice, pkbhx_method, null)],
  notices,
  offers: (data, report) => methodChoiceOffers(choice, data, report),
  fields: [
    methodChoiceField(choice),
    toggle('do_csearch', 'Search conformers', { help: 'The sites of the lowest conformer are taken.' }),
    toggle('do_optimization', 'Optimize', {
      locked: (data) => (data.do_csearch === false ? null : 'A conformer search needs optimized structures.'),
    }),
  ],
  structures: ({ optimization }) => calculationStructure('Optimized Structure', optimization),
  tables(data, { molecules }) {
    const optimized = data.optimization ? molecules.get(data.optimization)?.at(-1) : undefined;
    const atoms = (optimized ?? data.initial_molecule)?.atoms ?? null;
    return [acceptorTable(data, atoms), moleculeTable(data), donorTable(data, atoms)];
  },
  values: valuesOf,
  // Where the potential has its extremum: at the geometry that it was computed at, and at no other.
  marks: (data, _read, structure) => (structure === null || structure === shownStructure(data) ? siteMarks(data) : []),
  tabs: () => [
    { id: 'acceptors', title: 'Hydrogen-Bond Acceptors' },
    { id: 'donors', title: 'Hydrogen-Bond Donors' },
    infoTab,
  ],
  cite: (data) => [
    ...(data.pkbhx_method === null ? ['pkbhx', 'pk_alpha'] : [data.pkbhx_method]),
    ...levelCitations(levels(data).map((level) => level.settings)),
    ...(data.do_csearch ? ['etkdg', 'mmff94'] : []),
  ],
});
