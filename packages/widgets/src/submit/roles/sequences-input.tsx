import { cleanSequence, type Problem, readFasta, type SequenceKind } from '@cuvette/core/chemistry';
import { type ProteinSequence, sequenceText, writeProteinSequences } from '@cuvette/core/entities';
import { type InputRule, type WorkflowData, withValueAt } from '@cuvette/core/workflows';
import { useId, useState } from 'react';
import { useFormScene } from '../editors/form-scene.ts';
import { ProblemTexts } from './problem-texts.tsx';
import { noSubmit, useWork } from './protein-input.tsx';
import { roleWords as words } from './words.ts';

type Kind = Exclude<SequenceKind, 'other'>;

interface SequencesProps {
  /** The roles of sequences that the type takes. */
  rules: readonly InputRule[];
  data: WorkflowData;
  problems: readonly Problem[];
  onChange: (data: WorkflowData) => void;
}

interface Chain {
  text: string;
  cyclic: boolean;
}

const kindOf = ({ kind }: InputRule): Kind =>
  kind === 'dna_sequences' ? 'dna' : kind === 'rna_sequences' ? 'rna' : 'protein';

/** Chains of protein, DNA and RNA: written, pasted as FASTA, or those of a PDB entry; letters are checked while they are typed. */
export function SequencesInput({ rules, data, problems, onChange }: SequencesProps) {
  const { client } = useFormScene();
  const { busy, problem, run } = useWork();
  const [code, setCode] = useState('');
  const chainsOf = (role: string): Chain[] =>
    (Array.isArray(data[role]) ? (data[role] as ProteinSequence[]) : []).map((sequence) => ({
      text: sequenceText(sequence),
      cyclic: typeof sequence !== 'string' && sequence.cyclic === true,
    }));
  const written = (kind: Kind, chains: readonly Chain[]) =>
    kind === 'protein'
      ? writeProteinSequences(chains.map(({ text, cyclic }) => (cyclic ? { sequence: text, cyclic } : text)))
      : chains.map(({ text }) => ({ sequence: text }));
  const put = (rule: InputRule, chains: readonly Chain[], from = data) =>
    withValueAt(from, rule.role, written(kindOf(rule), chains));
  const all = rules.flatMap(({ role }) => chainsOf(role));
  const letters = all.reduce((sum, { text }) => sum + cleanSequence(text).length, 0);
  const entry = code.trim().toUpperCase();
  const getEntry = () =>
    run(async () => {
      const { sequences } = await client.sequencesOfPdbId(entry);
      let next = data;
      let taken = 0;
      for (const rule of rules) {
        const found = sequences.filter(({ kind }) => kind === kindOf(rule));
        // Each polymer as often as the entry has it.
        const chains = found.flatMap(({ sequence, chains: copies }) =>
          Array.from({ length: Math.max(1, copies.length) }, () => ({ text: sequence, cyclic: false })),
        );
        taken += chains.length;
        if (chains.length > 0)
          next = put(rule, [...chainsOf(rule.role).filter(({ text }) => text !== ''), ...chains], next);
      }
      if (taken === 0) throw new Error(words.noPolymer(entry));
      onChange(next);
    });
  return (
    <div className="cv-role">
      {rules.map((rule) => {
        const kind = kindOf(rule);
        const title = words.kinds[kind];
        const chains = chainsOf(rule.role);
        return (
          <div key={rule.role} className="cv-role">
            {chains.map((chain, index) => (
              <ChainInput
                // A chain is known by its place alone.
                key={`${rule.role}${index}`}
                title={words.chain(title, index + 1)}
                kind={kind}
                chain={chain}
                problems={problems.filter(
                  ({ field }) => field === `${rule.role}.${index}` || field.startsWith(`${rule.role}.${index}.`),
                )}
                onChange={(next) =>
                  onChange(
                    put(
                      rule,
                      chains.flatMap((each, place) => (place === index ? next : [each])),
                    ),
                  )
                }
              />
            ))}
            <button
              type="button"
              className="cv-button cv-editor-open"
              data-dense=""
              onClick={() => onChange(put(rule, [...chains, { text: '', cyclic: false }]))}
            >
              {words.addChain(title)}
            </button>
          </div>
        );
      })}
      <div className="cv-row">
        <label className="cv-field">
          {words.sequencesOfPdb}
          <input
            value={code}
            size={6}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={noSubmit}
          />
        </label>
        <button type="button" className="cv-button" disabled={busy || !/^\d[A-Z\d]{3}$/.test(entry)} onClick={getEntry}>
          {busy ? words.getting : words.getSequences}
        </button>
      </div>
      {problem ? (
        <p className="cv-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <p className="cv-quiet" role="status">
        {all.length > 0 ? words.total(all.length, letters) : words.sequenceHint}
      </p>
      <ProblemTexts problems={problems.filter(({ field }) => rules.some(({ role }) => role === field))} />
    </div>
  );
}

interface ChainInputProps {
  title: string;
  kind: Kind;
  chain: Chain;
  problems: readonly Problem[];
  /** The chains that are in its place: none where it is taken away, several where a FASTA text was pasted. */
  onChange: (chains: Chain[]) => void;
}

function ChainInput({ title, kind, chain, problems, onChange }: ChainInputProps) {
  const id = useId();
  return (
    <fieldset className="cv-editor">
      <legend>{title}</legend>
      <label className="cv-field">
        <span className="cv-hidden">{title}</span>
        <textarea
          className="cv-mono"
          rows={3}
          spellCheck={false}
          autoCapitalize="characters"
          autoComplete="off"
          value={chain.text}
          aria-invalid={problems.length > 0 && chain.text !== ''}
          aria-describedby={`${id}p`}
          onChange={(event) => onChange(pastedChains(event.target.value, chain))}
        />
      </label>
      <div className="cv-row cv-chain-row">
        <span className="cv-quiet">{words.letters(cleanSequence(chain.text).length)}</span>
        {kind === 'protein' ? (
          <label className="cv-choice">
            <input
              type="checkbox"
              checked={chain.cyclic}
              onChange={(event) => onChange([{ ...chain, cyclic: event.target.checked }])}
            />
            {words.cyclic}
          </label>
        ) : null}
        <button
          type="button"
          className="cv-button"
          data-kind="quiet"
          data-dense=""
          aria-label={words.removeChain(title)}
          onClick={() => onChange([])}
        >
          {words.remove}
        </button>
      </div>
      <ProblemTexts id={`${id}p`} problems={problems} />
    </fieldset>
  );
}

/** Returns what a text stands for: the records of a FASTA text, or the chain itself as it was typed. */
function pastedChains(text: string, chain: Chain): Chain[] {
  if (!text.includes('>')) return [{ ...chain, text }];
  try {
    return readFasta(text).map(({ sequence }) => ({ text: sequence, cyclic: false }));
  } catch {
    // Unfinished: the check of letters reports what is wrong.
    return [{ ...chain, text }];
  }
}
