import { inEnglish } from '@cuvette/core/phrases';
import { inEnergyUnit } from '@cuvette/core/tables';
import type { ComparedItem } from '@cuvette/core/workflows/comparison/index';
import { useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { useEnergyUnit } from '../results/energy-unit.ts';
import { Section } from '../results/tabs/sheet.tsx';
import { ColumnMemory } from '../table/column-memory.tsx';
import { Table } from '../table/table.tsx';

/** The tables of several items of one type with all their rows: merged, or laid side by side as the type does it. */
export function CompareRows({ items, name }: { items: readonly ComparedItem[]; name: string }) {
  const { ui } = useWords();
  const definition = items[0]?.definition ?? null;
  const unit = useEnergyUnit();
  const tables = useMemo(
    () => (definition?.compare(items) ?? []).map((table) => inEnergyUnit(table, unit)),
    [definition, items, unit],
  );
  const [active, setActive] = useState<{ table: string; row: number } | null>(null);
  return (
    <ColumnMemory value={null}>
      {tables.map((table) => (
        <Section key={table.id} title={ui.term(table.title)}>
          <Table
            table={table}
            name={`${name} ${inEnglish(table.title)}`}
            activeRow={active?.table === table.id ? active.row : null}
            onActiveRow={(row) => setActive({ table: table.id, row })}
          />
        </Section>
      ))}
    </ColumnMemory>
  );
}
