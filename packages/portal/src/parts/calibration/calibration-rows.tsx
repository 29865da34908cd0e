import type { MeasuredCalibration, MeasuredRow } from '@cuvette/core/entities';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { ListTable } from '../list-table.tsx';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { calibrations } from './calls.ts';
import { calibrationWords as words } from './words.ts';

const written = (value: number | null) => (value === null ? '' : value.toFixed(2).replace('-', '−'));
const deviation = ({ measured, predicted, computed }: MeasuredRow) => {
  const other = predicted ?? computed;
  return other === null ? null : measured - other;
};

/** The values of a set with what the line through the others predicts for each, the largest deviations first. */
export function CalibrationRows({ calibration, mayChange }: { calibration: MeasuredCalibration; mayChange: boolean }) {
  const { rows } = words;
  const [leaving, setLeaving] = useState<MeasuredRow | null>(null);
  const { busy, problem, run } = useAction(() => {});
  const size = (row: MeasuredRow) => Math.abs(deviation(row) ?? 0);
  const sorted = [...calibration.rows].sort((a, b) => size(b) - size(a));
  return (
    <section className="calibration-rows">
      <p className="cv-quiet">{words.order}</p>
      <ProblemLine text={problem} />
      <ListTable
        caption={rows.caption}
        columns={[
          { title: rows.molecule },
          { title: rows.measured, className: 'number' },
          { title: rows.computed, className: 'number fold-narrow' },
          { title: rows.predicted, className: 'number fold-narrow' },
          { title: rows.deviation, className: 'number' },
          { title: rows.note, className: 'fold-narrow' },
          ...(mayChange ? [{ title: rows.action, hidden: true }] : []),
        ]}
      >
        {sorted.map((row) => (
          <tr key={row.line} data-out={row.left_out === null ? undefined : ''}>
            <td className="molecule" title={row.smiles}>
              <Molecule row={row} />
            </td>
            <td className="number">{written(row.measured)}</td>
            <td className="number fold-narrow">{written(row.computed)}</td>
            <td className="number fold-narrow">{written(row.predicted)}</td>
            <td className="number">{written(deviation(row))}</td>
            <td className="fold-narrow">
              {row.left_out !== null ? words.leftOut(row.left_out) : (row.problem ?? '')}
              {row.outlier ? <strong className="far">{words.far}</strong> : null}
            </td>
            {mayChange ? (
              <td>
                {row.left_out === null ? (
                  <button
                    type="button"
                    className="cv-button"
                    data-dense=""
                    aria-label={words.leaveOutOf(row.name ?? row.smiles)}
                    onClick={() => setLeaving(row)}
                  >
                    {words.leaveOut}
                  </button>
                ) : (
                  <button
                    type="button"
                    className="cv-button"
                    data-dense=""
                    disabled={busy}
                    aria-label={words.takeBackOf(row.name ?? row.smiles)}
                    onClick={() =>
                      void run(() => calibrations.change(calibration.uuid, { left_out: { [row.line]: null } }))
                    }
                  >
                    {words.takeBack}
                  </button>
                )}
              </td>
            ) : null}
          </tr>
        ))}
      </ListTable>
      {leaving ? <LeaveOutDialog uuid={calibration.uuid} row={leaving} onClose={() => setLeaving(null)} /> : null}
    </section>
  );
}

function Molecule({ row: { name, smiles, atom, workflow_uuid: uuid } }: { row: MeasuredRow }) {
  const text = [name ?? smiles, atom].filter(Boolean).join(', ');
  if (uuid === null) return <>{text}</>;
  return (
    <Link to="/workflow/$uuid" params={{ uuid }} search={{}}>
      {text}
    </Link>
  );
}

/** Asks for the reason why a value is left out. */
function LeaveOutDialog({ uuid, row, onClose }: { uuid: string; row: MeasuredRow; onClose: () => void }) {
  const id = useId();
  const [reason, setReason] = useState('');
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      size="small"
      title={words.leaveOutTitle(row.name ?? row.smiles)}
      onClose={onClose}
      onSubmit={() => void run(() => calibrations.change(uuid, { left_out: { [row.line]: reason.trim() } }))}
      submitLabel={words.leaveOut}
      submitDisabled={busy || reason.trim().length < 3}
      problem={problem}
    >
      <label className="field" htmlFor={id}>
        {words.reason}
        <input
          id={id}
          data-first=""
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <span className="cv-quiet">{words.reasonHint}</span>
      </label>
    </Dialog>
  );
}
