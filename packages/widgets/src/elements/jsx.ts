import type { Client } from '@cuvette/core/client';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import type { AtomValues, TableData } from '@cuvette/core/tables';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { TableAction } from '../table/host.tsx';
import type { Vibration } from '../viewer/vibration.ts';

type Base = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

interface ClientElementProps extends Base {
  api?: string | undefined;
  public?: boolean | undefined;
  link?: string | undefined;
  src?: string | undefined;
  client?: Client | undefined;
}

interface ItemElementProps extends ClientElementProps {
  workflow?: string | undefined;
  session?: string | undefined;
  theme?: 'light' | 'dark' | 'auto' | undefined;
  item?: WorkflowItem | undefined;
}

interface WorkflowElementProps extends ItemElementProps {
  tab?: string | undefined;
  structure?: string | undefined;
  'no-link'?: boolean | undefined;
}

interface ViewerElementProps extends ItemElementProps {
  structure?: string | undefined;
  label?: string | undefined;
  spin?: boolean | undefined;
  antialias?: 'off' | undefined;
  'render-mode'?: 'own' | 'shared' | undefined;
  molecule?: Molecule | undefined;
  positions?: ArrayLike<number> | undefined;
  vibration?: Vibration | undefined;
  values?: readonly AtomValues[] | undefined;
}

interface TableElementProps extends ItemElementProps {
  table?: string | undefined;
  label?: string | undefined;
  multiple?: boolean | undefined;
  remember?: string | undefined;
  'row-slots'?: boolean | undefined;
  data?: TableData | undefined;
  columns?: readonly string[] | undefined;
  actions?: readonly TableAction[] | undefined;
}

interface MicrostatesElementProps extends ItemElementProps {
  ph?: number | undefined;
  vertical?: boolean | undefined;
  'no-link'?: boolean | undefined;
}

interface TrajectoryElementProps extends ItemElementProps {
  frames?: readonly Molecule[] | undefined;
  bonds?: readonly (readonly [number, number])[] | undefined;
  trajectory?: number | undefined;
  label?: string | undefined;
  autoload?: boolean | undefined;
  alignment?: 'default' | 'mcs' | undefined;
  loop?: boolean | undefined;
  speed?: number | undefined;
  antialias?: 'off' | undefined;
  'render-mode'?: 'own' | 'shared' | undefined;
  'no-link'?: boolean | undefined;
}

interface StructureElementProps extends Base {
  smiles?: string | undefined;
  label?: string | undefined;
}

/** Cuvette's tags for React 19 and later, which sets properties on elements by identity. */
export interface CuvetteElements {
  'cuvette-client': ClientElementProps;
  'cuvette-workflow': WorkflowElementProps;
  'cuvette-conformer-search': WorkflowElementProps;
  'cuvette-basic-calculation': WorkflowElementProps;
  'cuvette-viewer': ViewerElementProps;
  'cuvette-table': TableElementProps;
  'cuvette-microstates': MicrostatesElementProps;
  'cuvette-trajectory': TrajectoryElementProps;
  'cuvette-structure': StructureElementProps;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends CuvetteElements {}
  }
}
