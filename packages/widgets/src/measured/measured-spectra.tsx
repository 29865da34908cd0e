import type { CurveAt, MeasuredKind } from '@cuvette/core/chemistry/spectra';
import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import type { SpectrumOverlay } from '../plot/spectrum-overlay.ts';
import type { SpectrumSettings } from '../plot/spectrum-settings.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { measuredWords } from './words.ts';

addEnglish({ measured: measuredWords });

// What reads files and fits comes when somebody compares, or where a spectrum is kept.
const MeasuredPanel = lazy(async () => ({ default: (await import('./measured-panel.tsx')).MeasuredPanel }));

/** A computed line that peaks are assigned to, in the unit that its kind is computed in. */
export interface ComputedLine {
  position: number;
  intensity: number;
  /** What the line is, in a few words: a mode, a state, atoms. */
  label: string;
}

export interface MeasuredProps {
  item: WorkflowItem;
  client: Client;
  kind: MeasuredKind;
  /** In the order of their table: its rows are what is stored of an assignment. */
  lines: readonly ComputedLine[];
  /** The computed curve as it is drawn; must be stable between renders. */
  curveAt: CurveAt;
  settings: SpectrumSettings;
  /** Hears what is drawn over the computed spectrum. Must be stable between renders. */
  onOverlays: (overlays: readonly SpectrumOverlay[]) => void;
}

/** A computed spectrum (the children), on which a measured one may be dropped, and what is compared below it. */
export function MeasuredSpectra({ children, ...props }: MeasuredProps & { children: ReactNode }) {
  const words = useWords().measured;
  const { item, client, kind } = props;
  const kept = useQuery(client.spectra(item.uuid), client.queryClient).data;
  const [isOpen, setOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const isShown = isOpen || (kept ?? []).some((each) => each.kind === kind);
  return (
    // A file may be dropped anywhere on the place; the keyboard has the buttons below the spectrum.
    <div
      className="cv-stack cv-measured"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        setOpen(true);
        setDropped([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isShown ? (
        <Suspense fallback={<Skeleton height={80} label={words.loading} />}>
          <MeasuredPanel {...props} dropped={dropped} />
        </Suspense>
      ) : (
        <p className="cv-row cv-small">
          <Button dense label={words.open} onClick={() => setOpen(true)} />
          <span className="cv-quiet">{words.openHint}</span>
        </p>
      )}
    </div>
  );
}
