import './jsx.ts';
import type { Client } from '@cuvette/core/client';
import type { Session } from '@cuvette/core/session';
import { mostCompared } from '@cuvette/core/workflows/comparison/index';
import { useMemo, useState } from 'react';
import { CompareView } from '../compare/compare-view.tsx';
import { listedNames } from '../compare/identifiers.ts';
import { EmptyState } from '../ui/states.tsx';
import type { ClientAttributes } from './client-settings.ts';
import { useEmit, useWords } from './context.tsx';
import { defineElement, type ElementLook, lookAttributes } from './define.tsx';
import { useElementClient } from './hooks/use-client.ts';
import { useOwnSession } from './hooks/use-own-session.ts';

export interface CompareElementProps extends ClientAttributes {
  /** Identifiers of the items, separated by blanks or commas; the first is the one that differences count from. At most 50. */
  workflows?: string | undefined;
  /** The type that all items must have, as the API spells it (`conformer_search`); items of other types are left out, with a message. Without it items of any type are compared. */
  type?: string | undefined;
  /** Elements with the same name move together. */
  session?: string | undefined;
  /** What to show at first and how it is viewed, as an earlier `state` event gave it. */
  state?: string | undefined;
}

function CompareElement(props: CompareElementProps) {
  const client = useElementClient(props);
  const { session } = useOwnSession(props);
  const words = useWords();
  if (!client || !session) return null;
  if (props.workflows === undefined)
    return <EmptyState title={words.errors.noSource} detail={words.errors.noSourceDetail} />;
  return <Compared type={props.type} client={client} session={session} workflows={props.workflows} />;
}

interface ComparedProps {
  client: Client;
  session: Session;
  workflows: string;
  type?: string | undefined;
}

/** The attribute gives the items at first; what a person adds and removes is kept here and reported in events. */
function Compared({ client, session, workflows, type }: ComparedProps) {
  const emit = useEmit();
  const given = useMemo(() => listedNames(workflows), [workflows]);
  // Another attribute counts anew, also one that was there before.
  const [seen, setSeen] = useState(workflows);
  const [mine, setMine] = useState<readonly string[] | null>(null);
  if (seen !== workflows) {
    setSeen(workflows);
    setMine(null);
  }
  const uuids = useMemo(() => mine ?? given.slice(0, mostCompared), [mine, given]);
  return (
    <CompareView
      client={client}
      session={session}
      uuids={uuids}
      named={mine ? mine.length : given.length}
      type={type ?? null}
      onChange={(next) => {
        if (emit('cuvette-compare', { workflows: next })) setMine(next);
      }}
    />
  );
}

/**
 * Several items side by side: their headline values and the settings in which they differ, their structures in one picture, their curves in one plot.
 *
 * @fires cuvette-compare
 * @fires cuvette-error
 * @fires cuvette-ready
 * @fires cuvette-select
 * @fires cuvette-state
 * @slot actions - At the end of the title row: what the page can do with the comparison.
 * @slot mixed - Shown where items of another type are left out, for example a link to a comparison of all types.
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart table - The rows of the items.
 * @csspart viewer - The picture with the line under it.
 * @csspart viewer-menu - The line under the picture.
 * @csspart plot - A diagram.
 * @cssprop --cuvette-height - Height that is kept free until the comparison is drawn.
 * @cssprop --cuvette-viewer-height - Height of the picture, 400px by default.
 * @cssprop --cuvette-table-height - The most that the rows take.
 */
defineElement<CompareElementProps & ElementLook>({
  tag: 'cuvette-compare',
  view: CompareElement,
  attributes: {
    src: 'string',
    api: 'string',
    public: 'boolean',
    link: 'string',
    ...lookAttributes,
    workflows: 'string',
    type: 'string',
    session: 'string',
    state: 'string',
  },
  properties: ['client'],
});
