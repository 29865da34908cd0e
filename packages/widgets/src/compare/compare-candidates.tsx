import {
  candidateProbabilities,
  convertPlace,
  type Dp4Candidate,
  type Dp4Kind,
  dp4Candidates,
  judgeCandidate,
  leastShifts,
  NotComparable,
} from '@cuvette/core/chemistry/spectra';
import type { Client } from '@cuvette/core/client';
import type { MeasuredSpectrum } from '@cuvette/core/entities';
import type { Text } from '@cuvette/core/phrases';
import { formatNumber } from '@cuvette/core/tables';
import type { ComparedSpectra } from '@cuvette/core/workflows/comparison/index';
import { useQueries } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { Button } from '../ui/button.tsx';
import { localNumber } from '../ui/numbers.ts';
import { candidateWords } from './candidate-words.ts';

addEnglish({ candidates: candidateWords });

export interface CompareCandidatesProps {
  client: Client;
  groups: readonly ComparedSpectra[];
  nameOf: (uuid: string) => string;
}

/** The spectra that candidates are judged by, in the order in which they are asked for. */
const kinds: readonly Dp4Kind[] = ['carbon_nmr', 'proton_nmr'];

/** Numbers of a text, whatever separates them; a comma between digits is a decimal one where no point is. */
export function shiftsOf(text: string): number[] {
  const hasPoints = /\d\.\d/.test(text);
  const parts = text.split(hasPoints ? /[^\d.-]+/ : /[^\d,-]+|,(?!\d)/);
  return parts
    .map((part) => Number(part.replace(',', '.')))
    .filter((value, at) => parts[at] !== '' && Number.isFinite(value));
}

interface Judged {
  probability: number;
  of: Partial<Record<Dp4Kind, Dp4Candidate>>;
}

/** Which of two to eight candidates fits measured shifts best: probabilities in the manner of DP4, with their limits. */
export function CompareCandidates({ client, groups, nameOf }: CompareCandidatesProps) {
  const words = useWords();
  const texts = words.candidates;
  const [typed, setTyped] = useState<Record<Dp4Kind, string>>({ carbon_nmr: '', proton_nmr: '' });
  const uuids = useMemo(() => [...new Set(groups.flatMap(({ spectra }) => spectra.map(({ uuid }) => uuid)))], [groups]);
  const kept = useKeptPeaks(client, uuids);
  const { judged, problems } = useMemo(() => judge(groups, uuids, typed), [groups, uuids, typed]);
  if (uuids.length < dp4Candidates.least || uuids.length > dp4Candidates.most) return null;
  const number = (value: number | undefined, decimals: number) =>
    value === undefined ? '' : localNumber(words, formatNumber(value, decimals));
  return (
    <details className="cv-compare-all">
      <summary>{texts.title}</summary>
      <div className="cv-stack cv-compare-candidates">
        <p className="cv-small">{texts.what(String(leastShifts))}</p>
        {kinds
          .filter((kind) => groups.some((group) => group.kind === kind))
          .map((kind) => (
            <Shifts
              key={kind}
              label={texts[kind]}
              text={typed[kind]}
              onChange={(text) => setTyped((before) => ({ ...before, [kind]: text }))}
              kept={kept.filter((each) => each.kind === kind)}
            />
          ))}
        {problems.map(words.ui.term).map((problem) => (
          <p key={problem} className="cv-small" role="status">
            {problem}
          </p>
        ))}
        {judged ? (
          <table aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.candidate}</th>
                <th scope="col">{texts.probability}</th>
                {kinds.flatMap((kind) =>
                  judged.some(({ of }) => of[kind])
                    ? [
                        <th key={kind} scope="col">
                          {texts.errorsOf(texts[kind])}
                        </th>,
                      ]
                    : [],
                )}
              </tr>
            </thead>
            <tbody>
              {judged.map(({ probability, of }, at) => (
                <tr key={uuids[at]}>
                  <th scope="row">{nameOf(uuids[at] ?? '')}</th>
                  <td>{number(100 * probability, 1)} %</td>
                  {kinds.flatMap((kind) =>
                    judged.some((each) => each.of[kind])
                      ? [<td key={kind}>{`${number(of[kind]?.mae, 2)} / ${number(of[kind]?.max, 2)}`}</td>]
                      : [],
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        <p className="cv-quiet cv-small">{texts.limits}</p>
      </div>
    </details>
  );
}

/** The candidates judged by all shifts that were given; null without any, or where one cannot be judged. */
function judge(
  groups: readonly ComparedSpectra[],
  uuids: readonly string[],
  typed: Readonly<Record<Dp4Kind, string>>,
): { judged: Judged[] | null; problems: Text[] } {
  const problems: Text[] = [];
  const found = uuids.map((): Judged['of'] => ({}));
  for (const kind of kinds) {
    const measured = shiftsOf(typed[kind]);
    if (measured.length === 0) continue;
    const spectra = groups.find((group) => group.kind === kind)?.spectra ?? [];
    try {
      for (const [at, uuid] of uuids.entries()) {
        const lines = spectra.find((each) => each.uuid === uuid)?.lines.map(({ place }) => place) ?? [];
        Object.assign(found[at] ?? {}, { [kind]: judgeCandidate(kind, measured, lines) });
      }
    } catch (error) {
      if (!(error instanceof NotComparable)) throw error;
      problems.push(error.text);
    }
  }
  const sums = found.map((of) => Object.values(of).reduce((sum, { logProduct }) => sum + logProduct, 0));
  if (problems.length > 0 || found.every((of) => Object.keys(of).length === 0)) return { judged: null, problems };
  return {
    judged: candidateProbabilities(sums).map((probability, at) => ({ probability, of: found[at] ?? {} })),
    problems,
  };
}

/** Measured spectra of the candidates that have peaks. */
function useKeptPeaks(client: Client, uuids: readonly string[]): readonly MeasuredSpectrum[] {
  return useQueries({ queries: uuids.map((uuid) => client.spectra(uuid)), combine: withPeaks }, client.queryClient);
}

/** Outside the hook, so that what is combined stays the same until something arrives. */
const withPeaks = (reads: readonly { data?: MeasuredSpectrum[] | undefined }[]) =>
  reads.flatMap(({ data }) => data ?? []).filter(({ peaks }) => peaks.length > 0);

/** The peaks of a spectrum in ppm. */
const shiftsOfPeaks = ({ peaks, x_unit, field }: MeasuredSpectrum): number[] =>
  peaks.map(({ position }) => Number(convertPlace(position, x_unit, 'ppm', field).toFixed(3)));

interface ShiftsProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  kept: readonly MeasuredSpectrum[];
}

/** Measured shifts as text, or those of a spectrum that is kept with one of the items. */
function Shifts({ label, text, onChange, kept }: ShiftsProps) {
  const texts = useWords().candidates;
  const id = useId();
  return (
    <div className="cv-stack">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="cv-text-box cv-mono"
        rows={2}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {kept.map((spectrum) => (
        <p key={spectrum.name}>
          <Button
            dense
            label={texts.take(spectrum.title)}
            onClick={() => onChange(shiftsOfPeaks(spectrum).join(' '))}
          />
        </p>
      ))}
    </div>
  );
}
