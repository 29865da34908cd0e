import { WorkflowItem } from '@cuvette/core/entities';
import { toCsv } from '@cuvette/core/tables';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', { location: { origin: 'https://lab.example' } });
const { listTable } = await import('./list-csv.ts');

const item = (name: string, more: object) => ({
  type: 'workflow' as const,
  data: WorkflowItem.parse({
    uuid: `00000000-0000-4000-8000-00000000000${name.length}`,
    parent_uuid: '00000000-0000-4000-8000-000000000002',
    name,
    object_type: 'pka',
    object_status: 2,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    ...more,
  }),
});
const value = { label: 'pKa', text: null, value: 4.92, uncertainty: 0.49, unit: null, precision: 2 };
const said = { values: [value], incomplete: false, applicability: null, note: null, level: ['GFN2-xTB', 'water'] };

test('the CSV of a list has the headline of each item, what is known so far of one that goes on, and method and solvent', () => {
  const rows = [
    item('acid', { headline: said }),
    item('going', { object_status: 1, headline: { ...said, incomplete: true } }),
    item('queued', { object_status: 0 }),
  ];
  const [head, ...lines] = toCsv(listTable(rows, [], new Map()))
    .trim()
    .split(/\r?\n/);
  expect(head).toContain('"Method, solvent"');
  const result = head?.split(',').indexOf('Result') ?? -1;
  expect(lines.map((line) => line.split(',')[result])).toEqual(['pKa 4.92 ± 0.49', 'pKa 4.92 ± 0.49 (incomplete)', '']);
  expect(lines[0]).toContain('"GFN2-xTB, water"');
});
