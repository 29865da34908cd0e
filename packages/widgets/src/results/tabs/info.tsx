import { formulaOf } from '@cuvette/core/chemistry';
import {
  billingFields,
  type CalculationSummary,
  itemMessages,
  Molecule,
  type PlatformSettings,
  statusLabel,
  textOfCaveat,
  type WorkflowItem,
} from '@cuvette/core/entities';
import { methodTitle } from '@cuvette/core/methods';
import { formatNumber } from '@cuvette/core/tables';
import type { ResultDefinition } from '@cuvette/core/workflows';
import { lazy, Suspense } from 'react';
import { useWords } from '../../elements/context.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { labelIn } from '../../ui/item-words.ts';
import { localNumber } from '../../ui/numbers.ts';
import { durationText } from '../../ui/progress.tsx';
import { Callout, Skeleton } from '../../ui/states.tsx';
import type { Words } from '../../words.ts';
import { importedOutput } from '../parts/imported-output.ts';
import { levelOfCalculation, requestedLevel } from '../provenance-text.ts';
import { RawData } from './raw-data.tsx';
import { Section } from './sheet.tsx';

/** The list of works is as large as a view of its own, and few look at it: it comes when the tab is opened. */
const Citations = lazy(async () => {
  try {
    return { default: (await import('./citations.tsx')).Citations };
  } catch {
    return { default: CitationsMissing };
  }
});

function CitationsMissing() {
  const words = useWords();
  return <Callout title={words.errors.loadFailed}>{words.errors.loadFailedDetail}</Callout>;
}

export interface InfoTabProps {
  item: WorkflowItem;
  /** Null for a type that this version does not know. */
  definition: ResultDefinition | null;
  /** The calculation of the structure that the viewer shows. */
  summary: CalculationSummary | null;
  /** Address of the log; null where this source has none. */
  logAddress: string | null;
  /** What is switched on for the whole server; null for readers who are not its own people. */
  platform: PlatformSettings | null;
}

/** Everything that is known about how a result came to be: input, what was asked, what ran, where, when, and whom to cite. */
export function InfoTab({ item, definition, summary, logAddress, platform }: InfoTabProps) {
  const words = useWords();
  const provenance = item.provenance;
  const deviations = [...(provenance?.deviations ?? []), ...(summary?.provenance?.deviations ?? [])].filter(
    (deviation, index, all) =>
      all.findIndex((other) => other.what === deviation.what && other.reason === deviation.reason) === index,
  );
  const messages = itemMessages(item);
  const caveats = (definition?.caveats(item, new Map()) ?? provenance?.caveats ?? []).filter(
    ({ text }, index, all) => all.findIndex((other) => other.text === text) === index,
  );
  return (
    <div className="cv-stack">
      <Section title={words.info.workflow}>
        <Facts facts={[...itemFacts(item, definition, words), ...billingFacts(item, platform, words)]} />
      </Section>
      {provenance && provenance.stages.length > 0 ? (
        <Section title={words.info.stages}>
          <ol>
            {provenance.stages.map((stage, index) => (
              <li key={index}>{stageText(stage, words)}</li>
            ))}
          </ol>
        </Section>
      ) : null}
      {summary ? (
        <Section title={words.info.calculation}>
          <Facts facts={calculationFacts(summary, words)} />
        </Section>
      ) : null}
      {deviations.length > 0 ? (
        <Section title={words.info.deviations}>
          {deviations.map((deviation) => (
            <Callout
              key={`${deviation.what} ${deviation.reason}`}
              tone={deviation.kind === 'engine' ? 'neutral' : 'okay'}
              title={deviation.what}
            >
              {deviation.reason}
            </Callout>
          ))}
        </Section>
      ) : null}
      {messages.length + caveats.length > 0 ? (
        <Section title={words.info.messages}>
          {caveats.map((caveat) => (
            <Callout key={caveat.severity + caveat.text} tone={caveat.severity === 'for_record' ? 'neutral' : 'okay'}>
              <span className="cv-text">{words.ui.term(textOfCaveat(caveat))}</span>
            </Callout>
          ))}
          {messages.map((message) => (
            <Callout
              key={`${message.title} ${message.body}`}
              tone={message.type === 'error' ? 'bad' : message.type === 'warning' ? 'okay' : 'neutral'}
              title={message.title}
            >
              <span className="cv-text">{message.body}</span>
            </Callout>
          ))}
        </Section>
      ) : null}
      {item.notes ? (
        <Section title={words.info.notes}>
          <p className="cv-text">{item.notes}</p>
        </Section>
      ) : null}
      <Suspense fallback={<Skeleton height={96} label={words.ui.loading} />}>
        <Citations item={item} definition={definition} summary={summary} />
      </Suspense>
      {logAddress || item.object_logfile ? (
        <Section title={words.info.log}>
          {logAddress ? (
            <p>
              <a href={logAddress} target="_blank" rel="noreferrer">
                {words.info.openLog}
              </a>
            </p>
          ) : null}
          {item.object_logfile ? (
            <pre className="cv-log" tabIndex={0}>
              {item.object_logfile}
            </pre>
          ) : null}
        </Section>
      ) : null}
      {item.object_data && Object.keys(item.object_data).length > 0 ? (
        <details>
          <summary>{words.parts.rawData}</summary>
          <div translate="no">
            <RawData data={item.object_data} />
          </div>
        </details>
      ) : null}
    </div>
  );
}

function itemFacts(item: WorkflowItem, definition: ResultDefinition | null, words: Words): Fact[] {
  const { info } = words;
  const { provenance } = item;
  const parsed = Molecule.safeParse(item.object_data?.initial_molecule);
  const molecule = parsed.success ? parsed.data : null;
  const given = textOf(provenance?.structure?.smiles_input) ?? textOf(item.object_data?.initial_smiles);
  const ran = textOf(provenance?.structure?.smiles_ran);
  return [
    { label: info.name, value: item.name },
    { label: info.type, value: words.ui.term(definition?.title ?? item.object_type) },
    { label: info.status, value: labelIn(words, statusLabel(item)) },
    { label: info.formula, value: molecule ? formulaOf(molecule.atoms) : null },
    { label: info.charge, value: molecule ? formatNumber(molecule.charge, 0) : null },
    { label: info.multiplicity, value: molecule ? String(molecule.multiplicity) : null },
    { label: info.smilesInput, value: given ? <Smiles text={given} /> : null },
    {
      label: info.smilesRan,
      value: ran ? (
        <Smiles text={ran} note={provenance?.structure?.perceived === true ? info.perceived : null} />
      ) : null,
    },
    { label: info.smiles, value: !given && item.smiles ? <Smiles text={item.smiles} /> : null },
    { label: info.stereo, value: provenance?.structure?.stereo },
    { label: info.ranking, value: provenance?.ranking ? methodTitle(provenance.ranking.ran) : null },
    { label: info.user, value: item.run_by_username },
    ...importedFacts(item, words),
    { label: info.created, value: time(item.created_at, words) },
    { label: info.started, value: time(item.started_at, words) },
    { label: info.completed, value: time(item.completed_at, words) },
    { label: info.elapsed, value: seconds(item.elapsed, words) },
    { label: info.host, value: provenance?.host },
    { label: info.seed, value: provenance?.seed },
    { label: info.identifier, value: <span className="cv-mono">{item.uuid}</span> },
  ];
}

/** Where an item came from that was computed on another server or by another program. */
function importedFacts({ imported }: WorkflowItem, words: Words): Fact[] {
  const { info } = words;
  if (!imported) return [];
  const { at, by_username, from, original_uuid, original_run_by_username } = imported;
  const output = importedOutput(imported);
  if (output) {
    return [
      { label: info.imported, value: info.importedBy(time(at, words) ?? at, by_username, null) },
      { label: info.computedWith, value: output.program },
      { label: info.readFrom, value: output.file },
    ];
  }
  return [
    { label: info.imported, value: info.importedBy(time(at, words) ?? at, by_username, from) },
    { label: info.importedFrom, value: original_run_by_username },
    { label: info.originalIdentifier, value: <span className="cv-mono">{original_uuid}</span> },
  ];
}

/** Credits of the item, where the server counts them. */
function billingFacts(item: WorkflowItem, platform: PlatformSettings | null, { ui: { term } }: Words): Fact[] {
  const fields = platform ? billingFields(platform, item) : [];
  return fields.map(({ title, text }) => ({ label: term(title), value: term(text) }));
}

function calculationFacts(summary: CalculationSummary, words: Words): Fact[] {
  const { info } = words;
  const { provenance, settings } = summary;
  const thresholds = settings.opt_settings;
  const optimized = summary.tasks.includes('optimize') || settings.tasks.includes('optimize');
  return [
    { label: info.requested, value: provenance ? requestedLevel(provenance, words) : null },
    { label: info.ran, value: levelOfCalculation(summary, words) },
    { label: info.mode, value: provenance?.ran.mode ?? settings.mode },
    {
      label: info.tasks,
      value: (summary.tasks.length > 0 ? summary.tasks : settings.tasks).map(words.ui.term).join(', '),
    },
    {
      label: info.thresholds,
      value: optimized
        ? info.thresholdText(
            String(thresholds.energy_threshold),
            String(thresholds.max_gradient_threshold),
            String(thresholds.rms_gradient_threshold),
          )
        : null,
    },
    { label: info.calibration, value: provenance?.calibration ? calibrationText(provenance.calibration, words) : null },
    { label: info.seed, value: provenance?.seed },
    { label: info.host, value: provenance?.host },
    { label: info.started, value: time(provenance?.started_at, words) },
    { label: info.completed, value: time(provenance?.ended_at, words) },
    { label: info.elapsed, value: seconds(summary.elapsed, words) },
    { label: info.identifier, value: <span className="cv-mono">{summary.uuid}</span> },
  ];
}

function Smiles({ text, note = null }: { text: string; note?: string | null }) {
  return (
    <>
      <span className="cv-mono">{text}</span>
      {note ? <span className="cv-quiet"> {note}</span> : null}
    </>
  );
}

/** One stage of a workflow as one line: what, with what, how many structures went in and came out, how long. */
function stageText(stage: { name: string } & Record<string, unknown>, words: Words): string {
  const method = textOf(stage.method);
  const engine = textOf(stage.engine);
  const version = textOf(stage.engine_version);
  const program = engine ? (version ? words.info.version(engine, version) : engine) : null;
  const { count_in: before, count_out: after } = stage;
  // A stage is often named after its method ("GFN2-xTB optimization"): then the method is not named twice.
  const title = method && !stage.name.includes(methodTitle(method)) ? methodTitle(method) : null;
  return [
    stage.name,
    title && program ? words.info.level(title, program) : (title ?? program),
    typeof before === 'number' && typeof after === 'number'
      ? words.info.stageCounts(String(before), String(after))
      : null,
    typeof stage.seconds === 'number' ? seconds(stage.seconds, words) : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function calibrationText(calibration: { name: string } & Record<string, unknown>, words: Words): string {
  return typeof calibration.error === 'number'
    ? `${calibration.name} (±${localNumber(words, String(calibration.error))})`
    : calibration.name;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function seconds(value: number | null, words: Words): string | null {
  if (value === null) return null;
  return value < 10 ? words.ui.seconds(Number(value.toFixed(1))) : durationText(value, words);
}

/** A date and time in the reader's own zone; the text itself where it is no date. */
function time(text: string | null | undefined, words: Words): string | null {
  if (!text) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? text
    : date.toLocaleString(words.ui.locale, { dateStyle: 'medium', timeStyle: 'medium' });
}
