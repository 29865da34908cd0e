import type { MeasuredCalibration } from '@cuvette/core/entities';
import { quantityFacts } from '@cuvette/core/workflows/measured/quantity-facts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { calibrations, queryClient } from '../parts/calibration/calls.ts';
import { UploadDialog } from '../parts/calibration/upload-dialog.tsx';
import { calibrationWords } from '../parts/calibration/words.ts';
import { ListTable } from '../parts/list-table.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import '../styles/calibration.css';
import { words } from '../words.ts';
import { ProjectPart } from './project-part.tsx';

/** `/project/{uuid}/calibrations`: the measured values of a project, and which lines its predictions use. */
export function CalibrationsPage() {
  const { uuid } = useParams({ from: '/app/project/$uuid/calibrations' });
  const [adding, setAdding] = useState(false);
  const list = useQuery(calibrations.calibrations(uuid), queryClient);
  return (
    <ProjectPart
      uuid={uuid}
      title={calibrationWords.title}
      titleOf={calibrationWords.titleOf}
      hint={calibrationWords.hint}
      action={{ label: calibrationWords.add, primary: true, onClick: () => setAdding(true) }}
    >
      {() => (
        <>
          {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
          {list.isPending ? (
            <div className="list-skeleton" role="status">
              <span className="cv-hidden">{words.loading}</span>
            </div>
          ) : null}
          {list.data?.length === 0 ? (
            <>
              <p>
                <strong>{calibrationWords.none}</strong>
              </p>
              <p className="cv-quiet">{calibrationWords.noneHint}</p>
            </>
          ) : null}
          {list.data && list.data.length > 0 ? <CalibrationTable sets={list.data} /> : null}
          {adding ? <UploadDialog project={uuid} onClose={() => setAdding(false)} /> : null}
        </>
      )}
    </ProjectPart>
  );
}

function CalibrationTable({ sets }: { sets: readonly MeasuredCalibration[] }) {
  const { columns } = calibrationWords;
  return (
    <ListTable
      caption={calibrationWords.title}
      columns={[
        { title: columns.name },
        { title: columns.quantity, className: 'fold-narrow' },
        { title: columns.size, className: 'number' },
        { title: columns.state },
        { title: columns.made, className: 'fold-narrow' },
      ]}
    >
      {sets.map(({ uuid, name, quantity, size, applied, created_at }) => (
        <tr key={uuid}>
          <td>
            <Link to="/calibration/$uuid" params={{ uuid }}>
              {name}
            </Link>
          </td>
          <td className="fold-narrow">{quantityFacts[quantity].title}</td>
          <td className="number">{size}</td>
          <td>
            {applied
              ? calibrationWords.inUse(applied.line.size, applied.line.rmse.toPrecision(2))
              : calibrationWords.notInUse}
          </td>
          <td className="fold-narrow">
            <Time iso={created_at} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
