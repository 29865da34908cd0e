import { itemPollInterval } from '@cuvette/core/client';
import { isFinished, type WorkflowItem } from '@cuvette/core/entities';
import type { TableData } from '@cuvette/core/tables';
import { loadWorkflow, type WorkflowDefinition } from '@cuvette/core/workflows';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { unfinishedSentence } from '../results/result-layout.tsx';
import css from '../results/results.css?inline';
import { StructureTable } from '../results/structure-table.tsx';
import { useSessionState } from '../results/use-session.ts';
import { useSheet } from '../results/use-sheet.ts';
import { type SourceProps, useClient, useSharedSession } from '../results/use-source.ts';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { Table } from './table.tsx';

export interface TableElementProps extends SourceProps {
  /** A table that is already here; nothing is read for it. */
  table?: TableData | undefined;
  /** Which of the item's tables, by its identifier; the first by default. */
  name?: string | undefined;
  item?: WorkflowItem | undefined;
}

/** One table of an item by itself, sharing its session with every other element of the item on the page; or any table given as data. */
export function TableElement(props: TableElementProps) {
  useSheet(css);
  const words = useWords();
  const { table, item, workflow, src, name, session: sessionName } = props;
  const client = useClient(props);
  const uuid = item?.uuid ?? workflow ?? '';
  const session = useSharedSession(sessionName ?? (uuid || src || ''));
  if (table) return <GivenTable table={table} />;
  if (!item && !workflow && src === undefined) {
    return <EmptyState title={words.errors.noSource} detail={words.errors.noSourceDetail} />;
  }
  if (!session) return <Skeleton height={240} label={words.result.loading} />;
  return <ItemTable client={client} session={session} uuid={uuid} given={item} name={name} />;
}

interface ItemTableProps {
  client: ReturnType<typeof useClient>;
  session: NonNullable<ReturnType<typeof useSharedSession>>;
  uuid: string;
  given: WorkflowItem | undefined;
  name: string | undefined;
}

function ItemTable({ client, session, uuid, given, name }: ItemTableProps) {
  const words = useWords();
  const emit = useEmit();
  const query = useQuery({ ...client.workflow(uuid), enabled: given === undefined }, client.queryClient);
  const item = given ?? query.data;
  const definition = useDefinition(item?.object_type);
  const uuids = useMemo(() => (item && definition ? definition.calculations(item) : []), [item, definition]);
  const molecules = useQueries(
    {
      queries: uuids.map((each) => ({
        ...client.molecules(each, { frequencies: true }),
        refetchInterval: item && !isFinished(item.object_status) && client.kind !== 'bundle' ? itemPollInterval : false,
      })),
      combine: (results) => results.map((result) => result.data),
    },
    client.queryClient,
  );
  const tables = useMemo(() => {
    if (!item || !definition) return null;
    const read = new Map(uuids.flatMap((each, index) => (molecules[index] ? [[each, molecules[index]] as const] : [])));
    return definition.tables(item, read);
  }, [item, definition, uuids, molecules]);
  const structures = useMemo(() => (item && definition ? definition.structures(item) : []), [item, definition]);
  const { structure } = useSessionState(session);
  useEffect(() => {
    if (structures.length > 0) session.setStructures(structures.map(({ id }) => id));
  }, [session, structures]);
  useEffect(() => {
    if (structure !== null) emit('cuvette-select', { structure, atoms: [] });
    // biome-ignore lint/correctness/useExhaustiveDependencies: one event for each choice
  }, [structure]);
  useEffect(() => {
    if (item) emit('cuvette-load', { item });
    // biome-ignore lint/correctness/useExhaustiveDependencies: one event for each state of the item
  }, [item]);

  if (!item && query.error) {
    return (
      <ErrorState
        title={words.result.readFailedTitle}
        detail={query.error.message}
        action={{ label: words.result.tryAgain, run: () => void query.refetch() }}
      />
    );
  }
  if (
    !item ||
    definition === undefined ||
    (tables && uuids.length > 0 && molecules.every((each) => each === undefined))
  ) {
    return <Skeleton height={240} label={words.result.loading} />;
  }
  const table = name ? tables?.find((each) => each.id === name) : tables?.[0];
  if (!table) return <EmptyState title={unfinishedSentence(item) ?? words.errors.nothingToShow} />;
  return <StructureTable table={table} name={item.name} session={session} sentence={unfinishedSentence(item)} />;
}

/** A table given as data: its rows are told to the page by event only. */
function GivenTable({ table }: { table: TableData }) {
  const emit = useEmit();
  const [row, setRow] = useState<number | null>(null);
  return (
    <Table
      table={table}
      name={table.title}
      activeRow={row !== null && row < table.length ? row : null}
      onActiveRow={(next) => {
        setRow(next);
        emit('cuvette-select', { structure: table.structures[next] ?? null, atoms: [] });
      }}
    />
  );
}

/** Definition of a type: undefined while it loads, null for a type that this version does not know. */
function useDefinition(type: string | undefined): WorkflowDefinition | null | undefined {
  const [loaded, setLoaded] = useState<{ type: string; definition: WorkflowDefinition | null } | null>(null);
  useEffect(() => {
    if (type === undefined) return;
    let current = true;
    loadWorkflow(type).then(
      (definition) => current && setLoaded({ type, definition }),
      () => current && setLoaded({ type, definition: null }),
    );
    return () => {
      current = false;
    };
  }, [type]);
  return loaded && loaded.type === type ? loaded.definition : undefined;
}
