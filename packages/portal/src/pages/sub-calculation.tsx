import { isUuid } from '@cuvette/core/chemistry';
import { readCalculationLog } from '@cuvette/core/client';
import type { CalculationSummary, Molecule, WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ownerClient, useClient } from '../clients.ts';
import { UseCalculationAsInput } from '../parts/input/input-dialog.tsx';
import { WorkflowElement } from '../parts/item/workflow-element.tsx';
import { PathLink } from '../parts/path-link.tsx';
import { itemPath } from '../parts/paths.ts';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/sub_calculation/{uuid}`: one calculation of an item: its structure, what ran and its numbers. */
export function SubCalculationPage() {
  const { uuid = '' } = useParams({ strict: false });
  const client = useClient();
  const shared = client !== ownerClient;
  const valid = isUuid(uuid);
  const calculation = useQuery({ ...client.calculation(uuid), enabled: valid }, client.queryClient);
  const molecules = useQuery({ ...client.molecules(uuid), enabled: valid }, client.queryClient);
  const log = useQuery(
    {
      queryKey: ['calculation-log', uuid],
      queryFn: ({ signal }) => readCalculationLog(client, uuid, signal),
      enabled: valid,
      retry: false,
    },
    client.queryClient,
  );
  const whole = useQuery(
    {
      ...client.workflow(calculation.data?.workflow_uuid ?? ''),
      enabled: !shared && Boolean(calculation.data?.workflow_uuid),
      refetchInterval: false,
    },
    client.queryClient,
  );
  const text = log.data ?? '';
  const item = useMemo(
    () =>
      calculation.data && molecules.data ? { ...asItem(calculation.data, molecules.data), object_logfile: text } : null,
    [calculation.data, molecules.data, text],
  );
  if (!valid || hasStatus(calculation.error, 404)) return <NotFoundNotice />;
  const error = calculation.error ?? molecules.error;
  const owner = calculation.data?.workflow_uuid;
  return (
    <Page
      wide
      quietHeading={item !== null}
      title={calculation.data?.name || words.subCalculation}
      actions={!shared && whole.data ? <UseCalculationAsInput item={whole.data} calculation={uuid} /> : null}
      above={
        owner ? (
          <p className="above">
            <PathLink href={itemPath({ uuid: owner, object_type: '' }, shared, client.link)}>
              {words.backToItem}
            </PathLink>
          </p>
        ) : null
      }
    >
      {error ? <Problem error={error} retry={() => void calculation.refetch()} /> : null}
      {item ? (
        <WorkflowElement uuid={uuid} client={client} shared={shared} item={item} />
      ) : error ? null : (
        <p className="cv-quiet">{words.loading}</p>
      )}
    </Page>
  );
}

/** A calculation in the shape of the item that a single calculation is, so that the same view shows it. */
function asItem(calculation: CalculationSummary, molecules: readonly Molecule[]): WorkflowItem {
  const { provenance } = calculation;
  const started = provenance?.started_at ?? null;
  const ended = provenance?.ended_at ?? null;
  return {
    uuid: calculation.uuid,
    name: calculation.name ?? words.subCalculation,
    created_at: started ?? '',
    updated_at: ended,
    started_at: started,
    completed_at: ended,
    elapsed: calculation.elapsed,
    object_status: calculation.status,
    object_type: 'basic_calculation',
    object_data: {
      mode: calculation.settings.mode,
      settings: { ...calculation.settings, tasks: calculation.tasks },
      tasks: calculation.tasks,
      calculation_uuid: calculation.uuid,
      initial_molecule: molecules[0] ?? null,
      messages: calculation.messages,
    },
    object_logfile: '',
    calculation_uuids: [calculation.uuid],
    ...withoutOwner,
  };
}

/** What only a whole item has. */
const withoutOwner = {
  credits_charged: 0,
  compute_hardware: null,
  email_when_complete: false,
  is_free: false,
  max_credits: null,
  notes: '',
  parent_uuid: '',
  starred: false,
  public: false,
  ancestor_is_public: false,
  run_by_username: null,
  resubmitted_from_uuid: null,
  imported: null,
  smiles: null,
  progress: null,
  provenance: null,
  error: null,
  waiting: null,
};
