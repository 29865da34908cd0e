import * as z from 'zod/mini';
import { atomLabel, type Vector3 } from '../../../chemistry/atoms.ts';
import { emptyNumbersText, molecularPkbhx } from '../../../chemistry/hydrogen-bond-basicity.ts';
import { status } from '../../../entities/item-status.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { phrase } from '../../../entities/phrases.ts';
import { optionalNull, vector3 } from '../../../entities/scalars.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { forceOptimization } from '../../../methods/resubmission.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { formatNumber } from '../../../tables/number-format.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type Level, type NamedValue } from '../../definition.ts';
import type { Mark } from '../../marks.ts';
import { calculationStructure } from '../../parts/calculations/structure-references.ts';
import { entry } from './entry.ts';
import { basicityHeadline } from './headline.ts';
import { type Data, levelsOf, ownMethod, ownTitle, screening, settings, type } from './settings.ts';
import { moleculeError, siteError } from './site-error.ts';

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

/** Conformers are screened with GFN2-xTB, the lowest one is optimized, its potential gives the sites. */
function levels({ do_csearch, do_optimization, pkbhx_method }: Data): Level[] {
  const { optimization, potential } = levelsOf(pkbhx_method);
  return [...(do_csearch ? [screening] : []), ...(do_optimization ? [optimization] : []), potential].map((level) => ({
    settings: level,
    field: 'pkbhx_method',
  }));
}

/** Acceptor sites at or below this pKBHX are not kept; the donors' table starts with it as its minimum. */
const weakest = -1;

const acceptorsEmpty = 'No hydrogen-bond-acceptor sites detected in this molecule.';
const donorsEmpty = 'No hydrogen-bond-donor sites detected in this molecule.';

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
        help: 'Error of the calibration of this group against experiment.',
        notation: 'term',
        text: ({ name }) => siteError(data, name).words,
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
    empty: emptyNumbersText,
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

/** The strength of the whole molecule and of its strongest acceptor. A molecule without sites has no strength as a whole, which is an error once it was computed. */
function valuesOf(data: Whole, { object_status }: WorkflowItem): NamedValue[] {
  const sites = acceptorsOf(data);
  const [strongest] = sites.toSorted((a, b) => b.pkbhx - a.pkbhx);
  const { uncertainty = null, remark = null } = strongest ? siteError(data, strongest.name) : {};
  // The last stage alone, the potential, is not what gives a strength.
  const known = data.pkbhx_method === ownMethod ? { method: ownTitle } : {};
  return [
    {
      path: 'molecular_pkbhx',
      title: 'pKBHX of the molecule',
      unit: null,
      precision: 2,
      value: sites.length > 0 ? molecularPkbhx(sites.map(({ pkbhx }) => pkbhx)) : null,
      ...moleculeError(data, sites),
      ...known,
      error: sites.length === 0 && object_status === status.completed ? emptyNumbersText : null,
    },
    {
      path: 'strongest_acceptor',
      title: 'Strongest acceptor, pKBHX',
      unit: null,
      precision: 2,
      value: strongest?.pkbhx ?? null,
      uncertainty,
      remark,
      ...known,
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

export default defineResults({
  entry,
  settings,
  results,
  settle: forceOptimization,
  levels,
  calibration({ pkbhx_method }) {
    const extension = pkbhx_method === null ? null : methodExtension(type, pkbhx_method);
    return extension?.calibration ? { title: extension.title, calibration: extension.calibration } : null;
  },
  structures: ({ optimization }) => calculationStructure('Optimized Structure', optimization),
  tables(data, { molecules }) {
    const optimized = data.optimization ? molecules.get(data.optimization)?.at(-1) : undefined;
    const atoms = (optimized ?? data.initial_molecule)?.atoms ?? null;
    return [acceptorTable(data, atoms), moleculeTable(data), donorTable(data, atoms)];
  },
  values: (data, { item }) => valuesOf(data, item),
  // Where the potential has its extremum: at the geometry that it was computed at, and at no other.
  marks: (data, _read, structure) => (structure === null || structure === shownStructure(data) ? siteMarks(data) : []),
  headline(data, { molecules }) {
    const optimized = data.optimization ? molecules.get(data.optimization)?.at(-1) : undefined;
    const atoms = (optimized ?? data.initial_molecule)?.atoms ?? null;
    const atomOf = (index: number) => atomLabel(atoms, index, 0);
    return basicityHeadline(
      acceptorsOf(data).map(({ atom_idx, pkbhx, name }) => ({ atom: atomOf(atom_idx), group: name, strength: pkbhx })),
      data.hbd_sites.map(({ atom_idx, pk_alpha }) => ({ atom: atomOf(atom_idx), group: null, strength: pk_alpha })),
    );
  },
  headlineCalculations: ({ optimization, initial_molecule }) => (initial_molecule ? [] : [optimization]),
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
