import type { Client } from '@cuvette/core/client';
import { status, texts } from '@cuvette/core/entities';
import { formatTitles } from '@cuvette/core/workflows/types/msa/settings';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { Button } from '../../ui/button.tsx';
import { downloadBlob, fileNameOf } from '../../ui/download.ts';
import { unfinishedIn } from '../../ui/item-words.ts';
import { Callout, Skeleton } from '../../ui/states.tsx';
import { useSheet } from '../hooks/use-sheet.ts';
import { Section } from '../tabs/sheet.tsx';
import { alignmentsIn, alignmentZip, type ReadAlignment } from './alignment-files.ts';
import { AlignmentView } from './alignment-view.tsx';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** The form that the alignment is read in to be drawn. */
const drawnFormat = 'colabfold';

/** A sequence alignment: its files to download in one of the formats that were asked for, and the alignment itself. */
export function AlignmentPanel({ item, client }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const labels = words.panels.alignment;
  const formats = formatsOf(item.object_data);
  const [chosen, setChosen] = useState(formats[0]?.value ?? drawnFormat);
  const [failed, setFailed] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  // The alert interrupts: it is read out, and seen wherever the page was scrolled to.
  useEffect(() => {
    if (failed) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [failed]);
  const completed = item.object_status === status.completed;
  const download = async () => {
    setFailed(false);
    try {
      const zip = await alignmentZip(client, item.uuid, chosen);
      downloadBlob(fileNameOf(`${item.name}-msa-${chosen}`, 'zip', 'msa'), zip);
    } catch (error) {
      console.error(error);
      setFailed(true);
    }
  };
  return (
    <div className="cv-stack">
      <p role="status">{unfinishedIn(words, item) ?? labels.completed(item.name)}</p>
      <div className="cv-energy-unit">
        <label className="cv-energy-unit">
          <span>{labels.format}</span>
          <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {formats.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Button icon="download" label={labels.download} disabled={!completed} onClick={() => void download()} />
      </div>
      {failed ? (
        <div role="alert" ref={alert}>
          <Callout tone="bad">{texts.msaFailed}</Callout>
        </div>
      ) : null}
      {completed && formats.some(({ value }) => value === drawnFormat) ? (
        <Alignments key={item.uuid} client={client} uuid={item.uuid} />
      ) : null}
    </div>
  );
}

/** The alignments of an item's chains. */
function Alignments({ client, uuid }: { client: Client; uuid: string }) {
  const words = useWords();
  const [found, setFound] = useState<readonly ReadAlignment[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const reading = alignmentZip(client, uuid, drawnFormat).then(alignmentsIn);
    reading.then(
      (alignments) => current && setFound(alignments),
      (error: unknown) => current && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      current = false;
    };
  }, [client, uuid]);
  if (problem !== null) return <p className="cv-quiet">{words.panels.alignment.notRead(problem)}</p>;
  if (!found) return <Skeleton height={402} label={words.ui.loading} />;
  return found.map(({ name, rows }) => (
    <Section key={name} title={words.panels.alignment.title(name)}>
      <AlignmentView rows={rows} />
    </Section>
  ));
}

/** The formats that were asked for, by the titles of the form. */
function formatsOf(data: unknown): { value: string; title: string }[] {
  const asked = (data as { output_formats?: unknown } | null)?.output_formats;
  return (Array.isArray(asked) ? asked : [])
    .map(String)
    .map((value) => ({ value, title: formatTitles[value] ?? value }));
}
