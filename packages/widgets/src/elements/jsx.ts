import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CuvetteStructureElement } from '../structure/structure-element.ts';
import type { ClientAttributes } from './client-settings.ts';
import type { CompareElementProps } from './compare.tsx';
import type { ElementLook } from './define.tsx';
import type { CuvetteEventName } from './events.ts';
import type { MicrostatesElementProps } from './microstates.tsx';
import type { TableElementProps } from './table.tsx';
import type { TrajectoryElementProps } from './trajectory.tsx';
import type { CuvetteValueElement } from './value.ts';
import type { ViewerElementProps } from './viewer.tsx';
import type { WorkflowProps } from './workflow.tsx';

type Base = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

/** `noLink` -> `no-link`. */
type AttributeName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${AttributeName<Rest>}`
  : Name;

/** React listens to an element's events through `on` and the event's own name. */
type Heard = { [Name in CuvetteEventName as `on${Name}`]?: ((event: HTMLElementEventMap[Name]) => void) | undefined };

/** What a view understands, by property and by attribute. What only the element itself gives its view is left out. */
type Tag<Props> = Omit<Base, keyof Props> &
  Omit<Props, 'holder'> & { [Name in keyof Props & string as AttributeName<Name>]?: Props[Name] } & Heard;

/** What a lit element is given by a page. */
type Given<Element, Names extends keyof Element> = { [Name in Names]?: Element[Name] };

type ItemTag<Props> = Tag<Props & ElementLook>;

/** Cuvette's tags for React 19 and later, which sets properties on elements by identity. */
export interface CuvetteElements {
  'cuvette-client': Tag<ClientAttributes>;
  'cuvette-workflow': ItemTag<WorkflowProps>;
  'cuvette-conformer-search': ItemTag<WorkflowProps>;
  'cuvette-basic-calculation': ItemTag<WorkflowProps>;
  'cuvette-viewer': ItemTag<ViewerElementProps>;
  'cuvette-table': ItemTag<TableElementProps>;
  'cuvette-microstates': ItemTag<MicrostatesElementProps>;
  'cuvette-trajectory': ItemTag<TrajectoryElementProps>;
  'cuvette-compare': ItemTag<CompareElementProps>;
  'cuvette-structure': Tag<
    { lang?: ElementLook['lang'] } & Given<CuvetteStructureElement, 'smiles' | 'label' | 'theme'>
  >;
  'cuvette-value': Tag<
    { lang?: ElementLook['lang'] } & Given<
      CuvetteValueElement,
      'workflow' | 'path' | 'digits' | 'noLink' | 'item' | 'theme'
    > &
      ClientAttributes
  >;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends CuvetteElements {}
  }
}
