import { readProgramInput } from '@cuvette/core/client';
import { type InputProgram, inputPrograms, inputTitles } from '@cuvette/core/methods';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';
import { problemText } from '../problem.tsx';

/** Lines of an input that are shown before it scrolls. */
const shownLines = 14;

/** “Run it elsewhere”: a calculation as the input of the program that is chosen, to be copied or saved. */
export function ElsewhereDialog({ calculation, onClose }: { calculation: string; onClose: () => void }) {
  const id = useId();
  const [program, setProgram] = useState<InputProgram>('orca');
  const input = useQuery(
    {
      queryKey: ['calculation', calculation, 'input', program],
      queryFn: ({ signal }) => readProgramInput(ownerClient, calculation, program, signal),
      // A program that does not have the method will not have it on the second try.
      retry: false,
    },
    ownerClient.queryClient,
  );
  const save = () => {
    if (!input.data) return;
    const address = URL.createObjectURL(new Blob([input.data.text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: input.data.filename });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Dialog
      title={words.elsewhere}
      size="large"
      onClose={onClose}
      onSubmit={save}
      submitLabel={words.elsewhereSave}
      submitDisabled={!input.data}
      problem={input.error ? problemText(input.error) : null}
    >
      <div className="field">
        <label htmlFor={id}>{words.elsewhereProgram}</label>
        <select id={id} value={program} onChange={(event) => setProgram(event.target.value as InputProgram)}>
          {inputPrograms.map((one) => (
            <option key={one} value={one}>
              {inputTitles[one]}
            </option>
          ))}
        </select>
      </div>
      {input.data ? (
        <CopyField label={input.data.filename} value={input.data.text} rows={shownLines} />
      ) : input.error ? null : (
        <p className="cv-quiet">{words.loading}</p>
      )}
      {input.data?.notes.map((note) => (
        <p key={note} className="cv-quiet">
          {note}
        </p>
      ))}
    </Dialog>
  );
}
