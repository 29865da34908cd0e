import { createAccountClient } from '@cuvette/core/client';
import { MethodReport, type WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { createRoot, type Root } from 'react-dom/client';
import { waitUntil } from '../testing/wait-until.ts';
import { SubmitForm, type SubmitFormProps } from './index.ts';
import { submitWords as words } from './words.ts';

const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1173] },
    { atomic_number: 1, position: [0, 0.7572, -0.4692] },
    { atomic_number: 1, position: [0, -0.7572, -0.4692] },
  ],
};

/** Answers of the conversion service as RDKit gives them, recorded; every structure is drawn as water here, only the words matter. */
export const inspections: Record<string, object> = {
  O: { canonical: 'O', fragments: 1 },
  '[TeH2]': {
    canonical: '[TeH2]',
    fragments: 1,
    molecule: {
      ...water,
      atoms: water.atoms.map((atom, index) => (index === 0 ? { ...atom, atomic_number: 52 } : atom)),
    },
  },
  C1CC: {
    canonical: null,
    fragments: null,
    error: { detail: 'ring 1 opened at character 2 is never closed', position: 2 },
  },
  'CC(O)C(N)C(=O)O': {
    canonical: 'CC(O)C(N)C(=O)O',
    undefined_stereocentres: [
      { atom: 'C2', index: 2, kind: 'tetrahedral' },
      { atom: 'C4', index: 4, kind: 'tetrahedral' },
    ],
    stereoisomers: ['C[C@@H](O)[C@@H](N)C(=O)O', 'C[C@@H](O)[C@H](N)C(=O)O'],
  },
  'CC(C)Cc1ccc(cc1)C(C)C(=O)O': {
    canonical: 'CC(C)Cc1ccc(C(C)C(=O)O)cc1',
    undefined_stereocentres: [{ atom: 'C11', index: 11, kind: 'tetrahedral' }],
    stereoisomers: ['CC(C)Cc1ccc([C@@H](C)C(=O)O)cc1', 'CC(C)Cc1ccc([C@H](C)C(=O)O)cc1'],
  },
  'CC=CC': {
    canonical: 'CC=CC',
    undefined_stereocentres: [{ atom: 'C2=C3', index: 2, kind: 'double_bond' }],
    stereoisomers: ['C/C=C/C', 'C/C=C\\C'],
  },
  '[Na+].CC(=O)[O-]': { canonical: 'CC(=O)[O-].[Na+]', fragments: 2 },
};

export const methods = {
  workers: 1,
  cores: 2,
  capabilities: ['basic_calculation', 'conformer_search', 'pka', 'rdkit', 'solubility', 'xtb'],
  methods: {
    gfn2_xtb: {
      available: true,
      engine: 'tblite',
      seconds_per_gradient: 0.01,
      atoms: 24,
      exponent: 2,
      solvent_models: ['alpb'],
    },
    mmff94: { available: true, engine: 'rdkit' },
    gfn_ff: { available: false, reason: 'The xtb program is not installed on this worker.' },
  },
};

export const draftItem = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'kept',
  created_at: '2026-01-01T00:00:00Z',
  object_status: 6,
  object_type: 'conformer_search',
  parent_uuid: '',
};

let root: Root | null = null;
export let box: HTMLElement;
/** What the form's server answers, and what it was sent. */
export const fake = {
  sent: [] as Record<string, unknown>[],
  /** SMILES whose structures were asked for. */
  asked: [] as string[],
  /** By which name each submission came. */
  keys: [] as (string | null)[],
  /** Whether what comes is taken and the answer gets lost. */
  silent: false,
  refusal: null as { detail: string; field: string } | null,
  submitted: null as WorkflowItem | null,
  noMail: null as string | null,
  platform: {} as Record<string, unknown>,
  /** What the workers have, where a test has its own. */
  methods: null as object | null,
  /** Answers of a test's own, by the address. */
  answers: [] as [RegExp, (body: never) => unknown][],
};

const json = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));

/** What PubChem's names lead to, as the server answers them. */
function compounds([identifier = '']: string[]) {
  if (identifier === 'switched off') return json({ detail: 'This server does not ask PubChem.' }, 403);
  const known: Record<string, object> = {
    'lactic acid': { cid: 612, name: 'lactic acid', smiles: 'CC(C(=O)O)O', other_cids: [107689] },
    'CID 107689': { cid: 107689, name: 'L-lactic acid', smiles: 'C[C@@H](C(=O)O)O' },
  };
  const error = { detail: `PubChem knows no compound "${identifier}".` };
  return json({ results: [{ identifier, ...(known[identifier] ?? { error }) }] });
}

/** The server's side of the calls that the form makes. */
const fakeFetch = ((address: string, init: RequestInit) => {
  const body = init.body ? JSON.parse(String(init.body)) : null;
  if (address.endsWith('/api/methods')) return json(fake.methods ?? methods);
  if (address.endsWith('/api/platform')) return json(fake.platform);
  if (address.endsWith('/api/user/me')) {
    return json({
      uuid: 'u',
      username: 'ann',
      email: 'ann@example.org',
      email_unavailable: fake.noMail,
      default_project_uuid: 'p',
    });
  }
  if (address.endsWith('/smiles_to_mols')) {
    fake.asked.push(...body.smiles);
    return json({
      results: body.smiles.map((smiles: string) => ({
        smiles,
        molecule: { ...water, smiles },
        ...inspections[smiles],
      })),
    });
  }
  if (address.endsWith('/files_to_mols')) {
    if (body.filename.endsWith('.smi')) {
      const failed = [
        { line: 2, detail: 'Line 2: ring 1 opened at character 2 is never closed.', position: 2 },
        ...[4, 5, 6, 7, 8].map((line) => ({ line, detail: `Line ${line}: 'Qq' is not an element.`, position: null })),
      ];
      const molecules = ['O', 'CC=CC'].map((smiles) => ({ name: smiles, molecule: { ...water, smiles }, smiles }));
      return json({ molecules, failed: body.text.includes('C1CC') ? failed : [] });
    }
    if (body.text.includes('NaN')) return json({ detail: 'The coordinate NaN on line 4 is not a usable number.' }, 422);
    const held = body.text.includes('held') ? { fixed_atoms: [1] } : {};
    return json({ molecules: [{ name: 'water', molecule: water, smiles: 'O', ...held }] });
  }
  if (address.endsWith('/api/workflow')) {
    if (fake.refusal) return json(fake.refusal, 422);
    fake.sent.push(body);
    fake.keys.push(new Headers(init.headers).get('Idempotency-Key'));
    if (fake.silent) return Promise.reject(new TypeError('The connection was lost.'));
    return json({
      ...draftItem,
      name: body.name,
      object_status: body.is_draft ? 6 : 0,
      object_type: body.workflow_type,
    });
  }
  if (address.endsWith('/pubchem_to_smiles')) return compounds(body.identifiers);
  const own = fake.answers.find(([pattern]) => pattern.test(address));
  if (own) return json(own[1](body as never));
  if (address.includes('/api/workflow?')) {
    const workflows = ['CCO', 'CCO', 'C1CC1', null].map((smiles, index) => ({ name: `item ${index}`, smiles }));
    return json({ workflows, num_pages: 1 });
  }
  if (address.includes('/api/project/p/get_structures')) {
    const argon = { ...water, atoms: [{ atomic_number: 18, position: [0, 0, 0] }] };
    const structures = [
      { uuid: 's', name: 'kept water', smiles: 'O', molecule: water },
      { uuid: 't', name: 'kept argon', smiles: null, molecule: argon },
    ];
    return json({ structures, num_pages: 1 });
  }
  const change = new RegExp(`/api/workflow/${draftItem.uuid}(/\\w+)?$`).exec(address);
  if (change) {
    if (fake.refusal && change[1] === '/submit_draft') return json(fake.refusal, 422);
    fake.sent.push({ call: change[1] ?? '', ...body });
    return json({ ...draftItem, object_status: change[1] === '/submit_draft' ? 0 : 6 });
  }
  return json({ detail: 'There is nothing at this address.' }, 404);
}) as typeof fetch;

export async function open(type: string, more: Partial<SubmitFormProps> = {}) {
  const definition = await loadWorkflow(type);
  if (!definition) throw new Error(`No definition of ${type}.`);
  root?.unmount();
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
  const client = createAccountClient({ origin: '', fetch: fakeFetch });
  root.render(
    <SubmitForm
      definition={definition}
      client={client}
      folder={null}
      draftKey={`test.${type}`}
      onSubmitted={(item) => (fake.submitted = item)}
      {...more}
    />,
  );
  await until(() => box.querySelector('button[type=submit]'));
  // Choices that are not available are greyed once the server's methods are known; a type whose choices are all available has nothing to wait for.
  const none = MethodReport.parse({ workers: 0, capabilities: [], methods: {} });
  const hasChoices = definition.fields.some(
    (field) =>
      field.kind === 'select' &&
      field.options(definition.defaults(), none).some(({ unavailable }) => unavailable !== undefined),
  );
  const judged = [words.whyGreyed, words.noWorkerYet];
  await until(() => !hasChoices || judged.some((one) => box.textContent?.includes(one)));
}

export const until = (condition: () => unknown) => waitUntil(() => Boolean(condition()), 'the form did not get there');
export const text = () => box.textContent ?? '';
export const button = (label: string) =>
  [...box.querySelectorAll('button')].find((each) => each.textContent?.includes(label)) as HTMLButtonElement;
export const submit = () => box.querySelector('button[type=submit]') as HTMLButtonElement;
export const reason = () => box.querySelector('.cv-submit-row p')?.textContent;
export const field = (label: string) =>
  [...box.querySelectorAll('label')]
    .find((each) => each.textContent?.trim() === label)
    ?.querySelector('input') as HTMLInputElement;

export function type(element: HTMLInputElement | HTMLTextAreaElement, value: string) {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
export const smiles = (value: string) => type(box.querySelector('textarea') as HTMLTextAreaElement, value);

export function drop(name: string, content: string) {
  const transfer = new DataTransfer();
  transfer.items.add(new File([content], name));
  box
    .querySelector('.cv-molecule-input')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}

/** Before each test. */
export function forget() {
  sessionStorage.clear();
  Object.assign(fake, {
    sent: [],
    asked: [],
    keys: [],
    silent: false,
    refusal: null,
    submitted: null,
    noMail: null,
    platform: {},
    methods: null,
    answers: [],
  });
}

/** After each test. */
export function close() {
  root?.unmount();
  root = null;
  box?.remove();
}
