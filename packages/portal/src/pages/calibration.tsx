import type { MeasuredCalibration } from '@cuvette/core/entities';
import { quantityFacts } from '@cuvette/core/workflows/measured/quantity-facts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { CalibrationFacts } from '../parts/calibration/calibration-facts.tsx';
import { CalibrationPlot } from '../parts/calibration/calibration-plot.tsx';
import { CalibrationRows } from '../parts/calibration/calibration-rows.tsx';
import { calibrations, queryClient } from '../parts/calibration/calls.ts';
import { calibrationWords } from '../parts/calibration/words.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { say } from '../parts/shell/messages.tsx';
import { Page } from '../parts/shell/page.tsx';
import '../styles/calibration.css';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/calibration/{uuid}`: a set of measured values, the line through it, and whether predictions use it. */
export function CalibrationPage() {
  const { uuid } = useParams({ from: '/app/calibration/$uuid' });
  const set = useQuery(calibrations.calibration(uuid), queryClient);
  const { data } = set;
  const project = useQuery(
    { ...ownerClient.project(data?.project_uuid ?? ''), enabled: data !== undefined },
    queryClient,
  );
  if (hasStatus(set.error, 404) || hasStatus(set.error, 400)) return <NotFoundNotice />;
  const mayChange = project.data?.has_edit_access === true;
  return (
    <Page
      key={uuid}
      title={data?.name ?? (set.error ? calibrationWords.title : words.loading)}
      wide
      above={
        data ? (
          <p className="above">
            <Link to="/project/$uuid/calibrations" params={{ uuid: data.project_uuid }} search={{}}>
              {calibrationWords.title}
            </Link>
          </p>
        ) : null
      }
      actions={data && mayChange ? <Actions calibration={data} /> : null}
    >
      {set.error && !data ? <Problem error={set.error} retry={() => void set.refetch()} /> : null}
      {data ? <Contents calibration={data} mayChange={mayChange} /> : null}
    </Page>
  );
}

function Contents({ calibration, mayChange }: { calibration: MeasuredCalibration; mayChange: boolean }) {
  const { quantity, waiting, problem, warnings, folder_uuid: folder, applied, line } = calibration;
  const { title } = quantityFacts[quantity];
  const isComputing = (waiting ?? 0) > 0;
  const isChanged = applied !== null && line !== null && applied.line.rmse !== line.rmse;
  return (
    <>
      <p className="cv-quiet lead">
        {title}
        {folder ? (
          <>
            {' · '}
            <Link to="/folder/$uuid" params={{ uuid: folder }} search={{}}>
              {calibrationWords.toFolder}
            </Link>
          </>
        ) : null}
      </p>
      {isComputing ? (
        <p className="lead" role="status">
          {calibrationWords.computing(waiting ?? 0)}
        </p>
      ) : problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      {(isComputing ? [] : warnings).map((text) => (
        <p key={text} className="calibration-note" role="note">
          {text}
        </p>
      ))}
      {isChanged ? (
        <p className="calibration-note" role="note">
          {calibrationWords.changed}
        </p>
      ) : null}
      <div className="calibration-head">
        <CalibrationPlot calibration={calibration} title={title} />
        <CalibrationFacts calibration={calibration} />
      </div>
      <CalibrationRows calibration={calibration} mayChange={mayChange} />
    </>
  );
}

type Question = 'use' | 'withdraw' | 'delete';

function Actions({ calibration }: { calibration: MeasuredCalibration }) {
  const { uuid, name, applied, line, problem, project_uuid: project } = calibration;
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const isSame = applied !== null && line !== null && applied.line.rmse === line.rmse;
  return (
    <>
      {isSame ? null : (
        <button
          type="button"
          className="cv-button"
          data-kind="primary"
          disabled={problem !== null || line === null}
          onClick={() => setQuestion('use')}
        >
          {applied ? calibrationWords.useAgain : calibrationWords.use}
        </button>
      )}
      {applied ? (
        <button type="button" className="cv-button" onClick={() => setQuestion('withdraw')}>
          {calibrationWords.withdraw}
        </button>
      ) : null}
      <button type="button" className="cv-button" data-kind="danger" onClick={() => setQuestion('delete')}>
        {calibrationWords.delete}
      </button>
      {question === 'use' ? (
        <ConfirmDialog
          title={calibrationWords.useTitle(name)}
          hint={calibrationWords.useHint}
          label={calibrationWords.use}
          action={() => calibrations.apply(uuid)}
          danger={false}
          onClose={close}
          onDone={() => say(calibrationWords.used(name))}
        />
      ) : null}
      {question === 'withdraw' ? (
        <ConfirmDialog
          title={calibrationWords.withdrawTitle(name)}
          hint={calibrationWords.withdrawHint}
          label={calibrationWords.withdraw}
          action={() => calibrations.withdraw(uuid)}
          onClose={close}
          onDone={() => say(calibrationWords.withdrawn(name))}
        />
      ) : null}
      {question === 'delete' ? (
        <ConfirmDialog
          title={calibrationWords.deleteTitle(name)}
          hint={calibrationWords.deleteHint}
          label={calibrationWords.delete}
          action={async () => {
            await navigate({ to: '/project/$uuid/calibrations', params: { uuid: project }, search: {} });
            await calibrations.remove(uuid);
          }}
          onClose={close}
          onDone={() => say(calibrationWords.deleted(name))}
        />
      ) : null}
    </>
  );
}
