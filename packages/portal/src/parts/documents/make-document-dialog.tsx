import { DocumentOptions, nameProblem } from '@cuvette/core/entities';
import { Switch } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import '../../styles/documents.css';
import { Dialog } from '../dialog.tsx';
import { problemText } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { DocumentBlocks } from './document-blocks.tsx';
import { documentWords as texts } from './words.ts';

interface MakeDocumentDialogProps {
  source: { uuids: string[] } | { folder_uuid: string } | { project_uuid: string };
  onClose: () => void;
}

/** The form of a document of supporting information, with a preview of the first item in it. */
export default function MakeDocumentDialog({ source, onClose }: MakeDocumentDialogProps) {
  const navigate = useNavigate();
  const [name, setName] = useState<string>(texts.defaultName);
  const [options, setOptions] = useState<DocumentOptions>(() => DocumentOptions.parse({}));
  const { busy, problem, run } = useAction(onClose);
  const change = (part: Partial<DocumentOptions>) => setOptions({ ...options, ...part });
  const make = () =>
    void run(async () => {
      const made = await ownerClient.makeDocument({ ...source, name: name.trim(), options });
      await navigate({ to: '/project/$uuid/documents', params: { uuid: made.project_uuid }, search: {} });
    });
  return (
    <Dialog
      title={texts.makeTitle}
      size="large"
      onClose={onClose}
      onSubmit={make}
      submitLabel={texts.make}
      submitDisabled={busy || nameProblem(name) !== null}
      problem={problem}
    >
      <p className="cv-quiet">{texts.makeHint}</p>
      <div className="document-form">
        <div className="document-choices">
          <label className="field">
            {texts.name}
            <input data-first="" value={name} onChange={(event) => setName(event.target.value)} />
          </label>
          <Choice
            label={texts.journal}
            value={options.journal}
            choices={texts.journals}
            onChange={(journal) => change({ journal })}
          />
          <Choice
            label={texts.unit}
            value={options.energy_unit ?? ''}
            choices={{ '': texts.asForm, 'kcal/mol': 'kcal/mol', 'kJ/mol': 'kJ/mol', eV: 'eV', Hartree: 'Hartree' }}
            onChange={(unit) => change({ energy_unit: unit === '' ? null : unit })}
          />
          <Choice
            label={texts.coordinates}
            value={options.coordinates ?? ''}
            choices={{ '': texts.asForm, ...texts.coordinateWays }}
            onChange={(way) => change({ coordinates: way === '' ? null : way })}
          />
          <Choice
            label={texts.structures}
            value={options.structures}
            choices={texts.structureWays}
            onChange={(structures) => change({ structures })}
          />
          <Switch label={texts.methods} checked={options.methods} onChange={(methods) => change({ methods })} />
          <Switch label={texts.tables} checked={options.tables} onChange={(tables) => change({ tables })} />
          <Switch label={texts.pictures} checked={options.pictures} onChange={(pictures) => change({ pictures })} />
        </div>
        <Preview source={source} options={options} />
      </div>
    </Dialog>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>): ReactNode {
  return (
    <label className="field">
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {Object.entries<string>(choices).map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function Preview({ source, options }: Pick<MakeDocumentDialogProps, 'source'> & { options: DocumentOptions }) {
  const { data, error } = useQuery(
    { ...ownerClient.documentPreview({ ...source, options }), placeholderData: (before) => before },
    ownerClient.queryClient,
  );
  return (
    <section className="document-preview" aria-label={texts.preview}>
      <p className="cv-quiet">{data ? texts.previewOf(data.items) : texts.preview}</p>
      {/* Scrolled by keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className="document-paper" tabIndex={0} role="group" aria-label={texts.preview}>
        {error && !data ? <p>{problemText(error)}</p> : null}
        {data ? data.blocks.length > 0 ? <DocumentBlocks blocks={data.blocks} /> : <p>{texts.noPreview}</p> : null}
        {data || error ? null : <p>{texts.previewing}</p>}
      </div>
    </section>
  );
}
