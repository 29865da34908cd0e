import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadBlob, fileNameOf } from '../../ui/download.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Ensemble, Subject } from '../recording/film.ts';
import type { RecordingProblemKind } from '../recording/problem.ts';
import type { Vibration } from '../vibration.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { secondsPerVibration } from './use-vibration-tool.tsx';

export interface RecordingOptions {
  /** What a film shows, where there are several structures. */
  ensemble: Ensemble | null;
  vibration: Vibration | null;
  /** Motion of the atom that moves most in a vibration, in Å. */
  amplitude: number;
  /** Name of the files, without an extension. */
  fileName: string;
}

type Kind = 'png' | 'video' | 'gif';

/** What is being made, or why nothing came of it. */
type State =
  | { phase: 'idle' }
  | { phase: 'running'; kind: Kind; percent: number; realTime: boolean }
  | { phase: 'failed'; kind: Kind; problem: RecordingProblemKind | 'changed' };

const idle: State = { phase: 'idle' };
const icons = { png: 'picture', video: 'video', gif: 'film' } as const;
const extensions = { png: 'png', video: 'webm', gif: 'gif' } as const;

/** What is recorded: what moves in the picture, else what belongs to it. */
function subjectOf({ ensemble, vibration, amplitude }: RecordingOptions): Subject {
  if (vibration) return { kind: 'vibration', vibration, amplitude, seconds: secondsPerVibration };
  if (ensemble && ensemble.count > 1) return { kind: 'ensemble', ensemble };
  return { kind: 'turn' };
}

/** Downloads of what is shown: a picture, a video, an animated GIF; with percent and a way to stop. Nothing stays when it is stopped. */
export function useRecordingTool(view: View, options: RecordingOptions): ViewerTool {
  const { renderer, molecule, stage, state: viewerState, change } = view;
  const { recording } = useWords();
  const [state, setState] = useState<State>(idle);
  const running = useRef<AbortController | null>(null);

  const stop = (problem: 'changed' | null) => {
    if (!running.current) return;
    running.current.abort();
    running.current = null;
    setState(problem && state.phase === 'running' ? { phase: 'failed', kind: state.kind, problem } : idle);
  };
  const overtaken = useEffectEvent(() => stop('changed'));
  // Another renderer or another structure: what was half done belongs to neither. An element that leaves the page stops as well.
  useEffect(() => () => overtaken(), [renderer, molecule]);

  const record = async (kind: Kind) => {
    if (!renderer || running.current) return;
    const own = new AbortController();
    running.current = own;
    const { signal } = own;
    const show = (next: State) => {
      if (running.current === own) setState(next);
    };
    let realTime = false;
    let percent = -1;
    const onProgress = (share: number) => {
      const now = Math.floor(100 * share);
      if (now === percent) return;
      percent = now;
      show({ phase: 'running', kind, percent, realTime });
    };
    onProgress(0);
    try {
      const { recordFilm, recordPng } = await import('../recording/record.ts');
      const theme = backgroundOf(stage.current);
      const background = kind === 'png' && viewerState.transparentBackground ? null : theme;
      const blob =
        kind === 'png'
          ? await recordPng(renderer, { background, signal, onProgress })
          : await recordFilm(renderer, kind, subjectOf(options), {
              background: theme,
              signal,
              onProgress,
              onRealTime() {
                realTime = true;
              },
            });
      if (signal.aborted) return;
      downloadBlob(fileNameOf(options.fileName, extensions[kind], 'structure'), blob);
      show(idle);
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      const { problemOf } = await import('../recording/problem.ts');
      show({ phase: 'failed', kind, problem: problemOf(error) });
    } finally {
      if (running.current === own) running.current = null;
    }
  };

  const busy = state.phase === 'running';
  const disabled = !renderer || !molecule || busy;
  const line = (kind: Kind) => ({
    id: `download-${kind}`,
    icon: icons[kind],
    label: recording[kind],
    disabled,
    reason: busy ? recording.busy : undefined,
    run: () => void record(kind),
  });
  return {
    id: 'recording',
    busy,
    menu: [
      line('png'),
      line('video'),
      line('gif'),
      {
        id: 'transparent-background',
        label: recording.transparent,
        checked: viewerState.transparentBackground,
        disabled,
        run: () => change({ transparentBackground: !viewerState.transparentBackground }),
      },
    ],
    over:
      state.phase === 'idle' ? null : (
        <RecordingBox state={state} onCancel={() => stop(null)} onDismiss={() => setState(idle)} />
      ),
  };
}

interface BoxProps {
  state: Exclude<State, { phase: 'idle' }>;
  onCancel: () => void;
  onDismiss: () => void;
}

/** What is being made and how far it is, or why it was not made. The text is announced, the percent are not. */
function RecordingBox({ state, onCancel, onDismiss }: BoxProps) {
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

function textOf(state: BoxProps['state'], words: ReturnType<typeof useWords>['recording']): string {
  if (state.phase === 'failed') return words.failed[state.kind](words.problems[state.problem]);
  return state.realTime ? words.realTime : words.drawing[state.kind];
}

/** The colour that the picture stands on: the first one around it that is not see-through. */
function backgroundOf(stage: HTMLElement | null): string {
  for (let node: Node | null = stage; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
    if (!(node instanceof Element)) continue;
    const { backgroundColor } = getComputedStyle(node);
    if (backgroundColor && !/^(transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}
