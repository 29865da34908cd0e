import { messageTimeout } from '@cuvette/core/entities';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import type { Vibration } from '../drawing/vibration.ts';
import type { Ensemble, Subject } from '../recording/film.ts';
import type { Kind, RecordingBoxProps, RecordingState } from '../recording/recorder.tsx';
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

const icons = { png: 'picture', video: 'video', gif: 'film', largeGif: 'film' } as const;

/** Returns what is recorded: what moves in the picture, else what belongs to it. */
function subjectOf({ ensemble, vibration, amplitude }: RecordingOptions): Subject {
  if (vibration) return { kind: 'vibration', vibration, amplitude, seconds: secondsPerVibration };
  if (ensemble && ensemble.count > 1) return { kind: 'ensemble', ensemble };
  return { kind: 'turn' };
}

/**
 * Downloads of what is shown: a picture, a video, an animated GIF; with percent and a way to stop. Nothing stays when it is stopped. What makes them is
 * loaded with the first one.
 */
export function useRecordingTool(view: View, options: RecordingOptions): ViewerTool {
  const { renderer, molecule, stage, state: viewerState, change } = view;
  const words = useWords();
  const { download } = words.viewer;
  const [Box, setBox] = useState<ComponentType<RecordingBoxProps> | null>(null);
  const [state, setState] = useState<RecordingState | null>(null);
  const running = useRef<AbortController | null>(null);

  const stop = (problem: 'changed' | null) => {
    if (!running.current) return;
    running.current.abort();
    running.current = null;
    setState(problem && state ? { phase: 'failed', kind: state.kind, problem } : null);
  };
  const overtaken = useEffectEvent(() => stop('changed'));
  // Another renderer or another structure: what was half done belongs to neither. An element that leaves the page stops as well.
  useEffect(() => () => overtaken(), [renderer, molecule]);

  const record = async (kind: Kind) => {
    if (!renderer || running.current) return;
    const own = new AbortController();
    running.current = own;
    const show = (next: RecordingState | null) => {
      if (running.current !== own) return;
      if (next?.phase !== 'running') running.current = null;
      setState(next);
    };
    show({ phase: 'running', kind, percent: 0, realTime: false });
    const { fileName } = options;
    const job = {
      kind,
      subject: subjectOf(options),
      stage: stage.current,
      transparent: viewerState.transparentBackground,
    };
    try {
      const { makeFile, RecordingBox } = await import('../recording/recorder.tsx');
      setBox(() => RecordingBox);
      if (!own.signal.aborted) await makeFile(renderer, { ...job, fileName }, own.signal, show);
    } catch {
      show({ phase: 'failed', kind, problem: 'load' });
    }
  };

  // Where its box did not come either the caption says so, as long as any message.
  const unreported = state?.phase === 'failed' && !Box;
  useEffect(() => {
    if (!unreported) return;
    const timer = setTimeout(() => setState(null), messageTimeout);
    return () => clearTimeout(timer);
  }, [unreported]);

  const busy = state?.phase === 'running';
  const disabled = !renderer || !molecule || busy;
  const line = (kind: Kind) => ({
    id: `download-${kind}`,
    icon: icons[kind],
    label: download[kind],
    disabled,
    run: () => void record(kind),
  });
  return {
    id: 'recording',
    busy,
    status: unreported ? words.errors.loadFailed : null,
    menu: [
      line('png'),
      line('video'),
      line('gif'),
      line('largeGif'),
      {
        id: 'transparent-background',
        label: download.transparent,
        checked: viewerState.transparentBackground,
        disabled,
        run: () => change({ transparentBackground: !viewerState.transparentBackground }),
      },
    ],
    over: Box && state ? <Box state={state} onCancel={() => stop(null)} onDismiss={() => setState(null)} /> : null,
  };
}
