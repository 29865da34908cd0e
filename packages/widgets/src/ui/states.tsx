import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

export type Tone = 'good' | 'okay' | 'bad' | 'running' | 'neutral';

const toneIcons: Record<Tone, IconName> = {
  good: 'check',
  okay: 'warning',
  bad: 'warning',
  running: 'running',
  neutral: 'info',
};

interface Action {
  label: string;
  run: () => void;
}

/** Nothing is there yet: says why, and what the next step is. */
export function EmptyState({
  title,
  detail,
  action,
  icon = 'empty',
}: {
  title: string;
  detail?: ReactNode;
  action?: Action;
  icon?: IconName;
}) {
  return (
    <div className="cv-state">
      <Icon name={icon} />
      <p className="cv-heading">{title}</p>
      {detail && <p className="cv-quiet">{detail}</p>}
      {action && <Button label={action.label} onClick={action.run} />}
    </div>
  );
}

/** Something went wrong: what, why, and what to do. Announced to assistive technology when it appears. */
export function ErrorState({ title, detail, action }: { title: string; detail?: ReactNode; action?: Action }) {
  return (
    <div className="cv-state" data-tone="bad" role="alert">
      <Icon name="warning" />
      <p className="cv-heading">{title}</p>
      {detail && <p className="cv-quiet">{detail}</p>}
      {action && <Button label={action.label} onClick={action.run} />}
    </div>
  );
}

/** A grey box of the size of what will be here. `label` tells assistive technology what is being loaded. */
export function Skeleton({
  height,
  width,
  label,
}: {
  height: number | string;
  width?: number | string;
  label?: string;
}) {
  return (
    <span
      className="cv-skeleton"
      style={{ blockSize: height, inlineSize: width }}
      role={label ? 'status' : undefined}
      aria-label={label}
    />
  );
}

/** A message with a tone: a warning of the method, a deviation, a hint. */
export function Callout({ tone = 'neutral', title, children }: { tone?: Tone; title?: string; children?: ReactNode }) {
  return (
    <div className="cv-callout" data-tone={tone} role="note">
      <Icon name={toneIcons[tone]} />
      <div>
        {title && <p className="cv-callout-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
