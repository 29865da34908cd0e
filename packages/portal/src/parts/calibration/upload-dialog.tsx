import { type FitKind, fitKinds, type MeasuredQuantity, measuredQuantities, nameProblem } from '@cuvette/core/entities';
import { quantityFacts } from '@cuvette/core/workflows/measured/quantity-facts';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { NameField } from '../name-field.tsx';
import { FileField, TextField } from '../text-or-file.tsx';
import { useAction } from '../use-action.ts';
import { calibrations } from './calls.ts';
import { calibrationWords as words } from './words.ts';

/** Takes a table of measured values, pasted or from a file, and opens the set that is made of it. */
export function UploadDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [quantity, setQuantity] = useState<MeasuredQuantity>('log_d');
  const [table, setTable] = useState('');
  const [taken, setTaken] = useState<string | null>(null);
  const [unit, setUnit] = useState('');
  const [fit, setFit] = useState<FitKind>('least_squares');
  const { busy, problem, run } = useAction(onClose);
  const facts = quantityFacts[quantity];
  const upload = async () => {
    const body = { name: name.trim(), quantity, table, fit, unit: unit.trim() || null };
    const made = await calibrations.create(project, body);
    await navigate({ to: '/calibration/$uuid', params: { uuid: made.uuid } });
  };
  const read = async (file: File) => {
    setTable(await file.text());
    setTaken(file.name);
    if (name.trim() === '') setName(file.name.replace(/\.[a-z]+$/i, ''));
  };
  return (
    <Dialog
      title={words.add}
      onClose={onClose}
      onSubmit={() => void run(upload)}
      submitLabel={words.save}
      submitDisabled={busy || nameProblem(name) !== null || table.trim() === ''}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
      <label className="field" htmlFor={`${id}q`}>
        {words.quantity}
        <select
          id={`${id}q`}
          value={quantity}
          onChange={(event) => setQuantity(event.target.value as MeasuredQuantity)}
        >
          {measuredQuantities.map((one) => (
            <option key={one} value={one}>
              {quantityFacts[one].title}
            </option>
          ))}
        </select>
      </label>
      <TextField
        label={words.table}
        rows={6}
        placeholder={words.tableExample}
        value={table}
        onChange={(text) => {
          setTable(text);
          setTaken(null);
        }}
      />
      <FileField
        label={words.file}
        choose={words.fileChoose}
        accept=".csv,.tsv,.txt"
        note={taken ? words.fileTaken(taken) : ''}
        onFile={(file) => void read(file)}
      />
      <label className="field" htmlFor={`${id}u`}>
        {words.unit}
        <input
          id={`${id}u`}
          value={unit}
          maxLength={40}
          placeholder={facts.unit}
          aria-describedby={`${id}h`}
          onChange={(event) => setUnit(event.target.value)}
        />
        <span id={`${id}h`} className="cv-quiet">
          {words.unitHint(facts.unit)}
        </span>
      </label>
      <label className="field" htmlFor={`${id}f`}>
        {words.fit}
        <select id={`${id}f`} value={fit} onChange={(event) => setFit(event.target.value as FitKind)}>
          {fitKinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.fits[kind]}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  );
}
