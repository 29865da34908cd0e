import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { useSheet } from '../../results/hooks/use-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { downloadBlob, fileNameOf } from '../../ui/download.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Renderer } from '../renderer.ts';
import type { Subject } from './film.ts';
import { legendsOf } from './legends.ts';
import { problemOf, type RecordingProblemKind } from './problem.ts';
import { recordFilm, recordPng } from './record.ts';
import css from './recording.css?inline';
import { recordingWords } from './words.ts';

addEnglish({ recording: recordingWords });

export type Kind = 'png' | 'video' | 'gif' | 'largeGif';

/** What is being made, or why nothing came of it. */
export type RecordingState =
  | { phase: 'running'; kind: Kind; percent: number; realTime: boolean }
  | { phase: 'failed'; kind: Kind; problem: RecordingProblemKind | 'changed' | 'load' };

export interface Job {
  kind: Kind;
  subject: Subject;
  /** The box with the picture: its surroundings give the background colour. */
  stage: HTMLElement | null;
  /** A PNG without a background. */
  transparent: boolean;
  /** Without an extension. */
  fileName: string;
}

const extensions = { png: 'png', video: 'webm', gif: 'gif', largeGif: 'gif' } as const;

/**
 * Makes a picture or a film and offers it as a file. `show` is called with the progress, and with the reason of a failure, null at the end; nothing
 * more is shown once `signal` has stopped it.
 */
export async function makeFile(
  renderer: Renderer,
  job: Job,
  signal: AbortSignal,
  show: (state: RecordingState | null) => void,
): Promise<void> {
  const { kind } = job;
  let realTime = false;
  let percent = 0;
  const onProgress = (share: number) => {
    const now = Math.floor(100 * share);
    if (now === percent || signal.aborted) return;
    percent = now;
    show({ phase: 'running', kind, percent, realTime });
  };
  const onRealTime = () => {
    realTime = true;
  };
  const background = backgroundOf(job.stage);
  const legends = legendsOf(job.stage);
  try {
    const blob =
      kind === 'png'
        ? await recordPng(renderer, { background: job.transparent ? null : background, signal, onProgress, legends })
        : await recordFilm(renderer, kind, job.subject, { background, signal, onProgress, onRealTime, legends });
    if (signal.aborted) return;
    const name = kind === 'largeGif' ? `${job.fileName} ${shownBy(job.subject)}` : job.fileName;
    downloadBlob(fileNameOf(name, extensions[kind], 'structure'), blob);
    show(null);
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    show({ phase: 'failed', kind, problem: problemOf(error) });
  }
}

/** Returns what a film shows, as a part of its file's name. */
function shownBy(subject: Subject): string {
  if (subject.kind === 'vibration') return `vibration ${Math.round(subject.vibration.frequency)} per cm`;
  return subject.kind === 'ensemble' ? `${subject.ensemble.count} structures` : 'turning';
}

export interface RecordingBoxProps {
  state: RecordingState;
  onCancel: () => void;
  onDismiss: () => void;
}

/** Shows what is being made and how far it is, or why it was not made. The text is announced, the percent are not. */
export function RecordingBox({ state, onCancel, onDismiss }: RecordingBoxProps) {
  useSheet(css);
  const words = useWords();
  const { recording } = words;
  const failed = state.phase === 'failed';
  return (
    <div
      className="cv-viewer-recording"
      data-failed={failed || undefined}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {failed && <Icon name="warning" />}
      <span role="status">{textOf(state, recording)}</span>
      {failed ? (
        <Button kind="quiet" dense icon="cross" iconOnly label={recording.dismiss} onClick={onDismiss} />
      ) : (
        <>
          <progress aria-label={recording.drawing[state.kind]} max={100} value={state.percent} />
          <span className="cv-number">{words.ui.percent(state.percent)}</span>
          <Button dense label={recording.cancel} onClick={onCancel} />
        </>
      )}
    </div>
  );
}

function textOf(state: RecordingState, words: ReturnType<typeof useWords>['recording']): string {
  if (state.phase === 'failed') return words.failed[state.kind](words.problems[state.problem]);
  return state.realTime ? words.realTime : words.drawing[state.kind];
}

/** The background colour of the picture: the first one around it that is not transparent. */
function backgroundOf(stage: HTMLElement | null): string {
  for (let node: Node | null = stage; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
    if (!(node instanceof Element)) continue;
    const { backgroundColor } = getComputedStyle(node);
    if (backgroundColor && !/^(transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}
