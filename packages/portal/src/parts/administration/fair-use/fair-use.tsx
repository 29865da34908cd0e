import { usageCsvAddress } from '@cuvette/core/client';
import type { UsageRow } from '@cuvette/core/entities';
import { entryOfType } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { basePath } from '../../../base-path.ts';
import { ListTable } from '../../list-table.tsx';
import { Problem } from '../../problem.tsx';
import { administration, queryClient } from '../calls.ts';
import { adminWords as words } from '../words.ts';
import { Limits } from './limits.tsx';
import { hoursInWords, type MonthOfUsage, UsagePlot, usageColours } from './usage-plot.tsx';

type Period = keyof typeof words.months;
type Group = keyof typeof words.groups;

/** The first moment of the first month of a period (UTC); undefined for all. */
function startOf(period: Period): string | undefined {
  if (period === 'all') return undefined;
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - Number(period) + 1, 1)).toISOString();
}

function nameOf(row: UsageRow, group: Group): string {
  if (group === 'person') return row.person_name ?? words.nobody;
  if (group === 'project') return row.project_name ?? words.removed;
  return entryOfType(row.type)?.title ?? row.type;
}

interface Sum {
  month: string;
  name: string;
  hours: number;
  attempts: number;
}

/** Core-hours by month and group, the newest month first and the largest group first. */
function sums(rows: readonly UsageRow[], group: Group): Sum[] {
  const found = new Map<string, Sum>();
  for (const row of rows) {
    const name = nameOf(row, group);
    const key = `${row.month} ${name}`;
    const before = found.get(key) ?? { month: row.month, name, hours: 0, attempts: 0 };
    found.set(key, { ...before, hours: before.hours + row.core_hours, attempts: before.attempts + row.attempts });
  }
  return [...found.values()].sort((a, b) => b.month.localeCompare(a.month) || b.hours - a.hours);
}

/** The largest groups by name, and a last one for the others where there are more than there are colours. */
function largest(all: readonly Sum[]): string[] {
  const byName = new Map<string, number>();
  for (const { name, hours } of all) byName.set(name, (byName.get(name) ?? 0) + hours);
  const names = [...byName].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return names.length > usageColours.length ? [...names.slice(0, usageColours.length - 1), words.others] : names;
}

function monthsOf(all: readonly Sum[], groups: readonly string[]): MonthOfUsage[] {
  const byMonth = Map.groupBy(all, ({ month }) => month);
  return [...byMonth].map(([month, list]) => ({
    month,
    parts: groups.flatMap((name) => {
      const own = list.filter((one) => (groups.includes(one.name) ? one.name : words.others) === name);
      return own.length > 0 ? [{ name, hours: own.reduce((sum, { hours }) => sum + hours, 0) }] : [];
    }),
  }));
}

/** Core-hours by month and person, project or type as plot, table and CSV; and the limits of people and projects. */
export function FairUse() {
  const [period, setPeriod] = useState<Period>('12');
  const [group, setGroup] = useState<Group>('person');
  const [after, setAfter] = useState(() => startOf('12'));
  const usage = useQuery(administration.usage(after), queryClient);
  const all = usage.data ? sums(usage.data.rows, group) : null;
  const groups = all ? largest(all) : [];
  return (
    <>
      <div className="admin-filters">
        <label className="field">
          {words.period}
          <select
            value={period}
            onChange={(event) => {
              const next = event.target.value as Period;
              setPeriod(next);
              setAfter(startOf(next));
            }}
          >
            {(Object.keys(words.months) as Period[]).map((one) => (
              <option key={one} value={one}>
                {words.months[one]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {words.groupBy}
          <select value={group} onChange={(event) => setGroup(event.target.value as Group)}>
            {(Object.keys(words.groups) as Group[]).map((one) => (
              <option key={one} value={one}>
                {words.groups[one]}
              </option>
            ))}
          </select>
        </label>
        <a className="cv-button" href={`${basePath}${usageCsvAddress(after)}`} download="">
          {words.csv}
        </a>
      </div>
      {usage.error ? <Problem error={usage.error} retry={() => void usage.refetch()} /> : null}
      {all?.length === 0 ? <p className="cv-quiet">{words.noUsage}</p> : null}
      {all && all.length > 0 ? (
        <>
          <UsagePlot months={monthsOf(all, groups)} groups={groups} />
          <ListTable
            caption={words.coreHoursTitle}
            columns={[
              { title: words.month },
              { title: words.groups[group] },
              { title: words.coreHours, className: 'number' },
              { title: words.attempts, className: 'number wide-only' },
            ]}
          >
            {all.map(({ month, name, hours, attempts }) => (
              <tr key={`${month} ${name}`}>
                <td>{month}</td>
                <td className="name">{name}</td>
                <td className="number">{hoursInWords(hours)}</td>
                <td className="number wide-only">{attempts}</td>
              </tr>
            ))}
          </ListTable>
        </>
      ) : null}
      <Limits />
    </>
  );
}
