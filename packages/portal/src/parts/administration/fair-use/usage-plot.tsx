import { adminWords as words } from '../words.ts';

/** Core-hours of one month, split by what they are grouped by. */
export interface MonthOfUsage {
  month: string;
  /** By the name of the group, in the order in which they are drawn. */
  parts: readonly { name: string; hours: number }[];
}

/** Colours of groups, by their place; the last is for all others. */
export const usageColours = [
  'var(--cv-series-1)',
  'var(--cv-series-2)',
  'var(--cv-series-3)',
  'var(--cv-series-4)',
  'var(--cv-series-5)',
  'var(--cv-neutral-8)',
];

const total = ({ parts }: MonthOfUsage) => parts.reduce((sum, { hours }) => sum + hours, 0);
export const hoursInWords = (hours: number) =>
  hours === 0 ? '0' : hours < 0.01 ? '< 0.01' : Number(hours.toPrecision(3)).toLocaleString('en');

/** Bars of core-hours by month, each split by group; the table below has the same numbers. */
export function UsagePlot({ months, groups }: { months: readonly MonthOfUsage[]; groups: readonly string[] }) {
  const most = Math.max(...months.map(total));
  if (!(most > 0)) return null;
  return (
    <figure className="usage-plot">
      <figcaption>{words.coreHoursTitle}</figcaption>
      <ol>
        {months.map((month) => (
          <li key={month.month} className="usage-month">
            <span>{month.month}</span>
            <span className="usage-bar" aria-hidden="true">
              {month.parts.map(({ name, hours }) => (
                <span
                  key={name}
                  title={`${name}: ${hoursInWords(hours)}`}
                  style={{ inlineSize: `${(hours / most) * 100}%`, background: usageColours[groups.indexOf(name)] }}
                />
              ))}
            </span>
            <span>{hoursInWords(total(month))}</span>
          </li>
        ))}
      </ol>
      <ul className="usage-key">
        {groups.map((name, index) => (
          <li key={name}>
            <span aria-hidden="true" style={{ background: usageColours[index] }} />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
