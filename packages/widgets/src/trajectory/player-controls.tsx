import { type AlignmentMode, alignmentModes } from '@cuvette/core/chemistry';
import { type Player, type PlayerState, showsRange } from '@cuvette/core/trajectory';
import { useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { RangeSlider } from './range-slider.tsx';
import css from './trajectory.css?inline';
import { trajectoryWords } from './words.ts';

addEnglish({ trajectory: trajectoryWords });

const speeds = [0.25, 0.5, 1, 2, 4];

export interface PlayerControlsProps {
  player: Player;
  state: PlayerState;
  total: number;
  pageAddress: string | null;
}

/**
 * Which frames are shown and how they are played: one line on the picture. What is rarely set (the trajectory, the range of frames to load, the
 * alignment, the speed) is behind one more button, but for what must be chosen before there is anything to play.
 */
export function PlayerControls({ player, state, total, pageAddress }: PlayerControlsProps) {
  useSheet(css);
  const [all, setAll] = useState(false);
  const words = useWords().trajectory;
  const disabled = !player.ready();
  const { sources } = player;
  const atHand = sources[state.trajectory]?.atHand === true;
  const range = showsRange(state, atHand);
  // Under 50 frames they are all there by themselves; where their number is not known, loading tells it.
  const mayLoad = !atHand && (range || state.total === null);
  return (
    <div className="cv-trajectory-controls" data-all={all || undefined} data-load={state.load}>
      <PlayRow player={player} state={state} total={total} disabled={disabled} all={all} onAll={setAll} />
      {sources.length > 1 || range || mayLoad || pageAddress ? (
        <div className="cv-trajectory-row cv-trajectory-choice">
          <label className="cv-trajectory-field">
            <span>{words.picker}</span>
            <select
              value={state.trajectory}
              disabled={disabled}
              onChange={(event) => player.choose(Number(event.target.value))}
            >
              {sources.map(({ name }, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {range && state.total !== null ? (
            <>
              <RangeSlider
                range={state.range}
                total={state.total}
                disabled={disabled}
                onStart={player.setStart}
                onEnd={player.setEnd}
              />
              <span className="cv-number cv-small">
                {words.rangeText(state.range.start + 1, state.range.end, state.total)}
              </span>
            </>
          ) : null}
          {mayLoad || range ? (
            <Button kind="primary" dense label={words.load} disabled={disabled} onClick={() => void player.load()} />
          ) : null}
          {pageAddress ? (
            <a className="cv-trajectory-link" href={pageAddress} target="_blank" rel="noopener">
              {words.view}
            </a>
          ) : null}
        </div>
      ) : null}
      <LoadLine player={player} state={state} />
    </div>
  );
}

interface PlayRowProps extends Omit<PlayerControlsProps, 'pageAddress'> {
  disabled: boolean;
  /** Whether also what is rarely set is shown (`trajectory.css`). */
  all: boolean;
  onAll: (all: boolean) => void;
}

function PlayRow({ player, state, total, disabled, all, onAll }: PlayRowProps) {
  const words = useWords().trajectory;
  const { loaded, frame, playing } = state;
  const [first, last] = loaded && loaded.received > 0 ? [loaded.start, loaded.start + loaded.received - 1] : [0, 0];
  const text = frame === null ? '' : words.frameOf(frame + 1, total);
  return (
    <div className="cv-trajectory-row cv-trajectory-play" data-all={all || undefined}>
      <Button
        kind="quiet"
        dense
        icon={playing ? 'pause' : 'play'}
        label={playing ? words.pause : words.play}
        disabled={disabled}
        onClick={playing ? player.pause : player.play}
      />
      <input
        className="cv-trajectory-frame"
        type="range"
        aria-label={words.frame}
        aria-valuetext={text || undefined}
        min={first + 1}
        max={Math.max(first, last) + 1}
        step={1}
        value={(frame ?? first) + 1}
        disabled={disabled || frame === null}
        onPointerDown={player.pause}
        onChange={(event) => player.seek(Number(event.target.value) - 1)}
      />
      <span className="cv-number cv-small cv-trajectory-where">{text}</span>
      <span className="cv-number cv-small cv-trajectory-brief" aria-hidden="true">
        {frame === null ? '' : `${frame + 1}/${total}`}
      </span>
      <span className="cv-trajectory-more">
        <Button
          kind="quiet"
          dense
          icon="settings"
          iconOnly
          label={words.settings}
          aria-expanded={all}
          disabled={disabled}
          onClick={() => onAll(!all)}
        />
      </span>
      <label className="cv-trajectory-field" title={words.alignmentHelp}>
        <span>{words.alignment}</span>
        <select
          value={state.alignment}
          disabled={disabled}
          onChange={(event) => player.setAlignment(event.target.value as AlignmentMode)}
        >
          {alignmentModes.map((mode) => (
            <option key={mode} value={mode}>
              {mode === 'mcs' ? words.mcsAlignment : words.defaultAlignment}
            </option>
          ))}
        </select>
      </label>
      <label className="cv-trajectory-field">
        <span>{words.speed}</span>
        <select
          value={state.speed}
          disabled={disabled}
          onChange={(event) => player.setSpeed(Number(event.target.value))}
        >
          {[...new Set([...speeds, state.speed])]
            .sort((a, b) => a - b)
            .map((speed) => (
              <option key={speed} value={speed}>
                {words.speedOf(speed)}
              </option>
            ))}
        </select>
      </label>
      <Button
        dense
        label={words.loop}
        aria-pressed={state.loop}
        disabled={disabled}
        onClick={() => player.setLoop(!state.loop)}
      />
    </div>
  );
}

/** Progress of loading, as text; announced when it begins and ends, not with every frame. */
function LoadLine({ player, state }: { player: Player; state: PlayerState }) {
  const all = useWords();
  const words = all.trajectory;
  const { load, loaded, problem } = state;
  if (load === 'failure') {
    return (
      <ErrorState
        title={words.failed}
        detail={problem ?? words.failedDetail}
        action={{ label: all.errors.tryAgain, run: () => void player.load() }}
      />
    );
  }
  const asked = loaded ? loaded.end - loaded.start : 0;
  const text =
    load === 'pending' ? words.loading : load === 'success' ? words.loaded(loaded?.received ?? 0) : words.idle;
  // Announces it to screen readers only; on the screen it is visible.
  const plain = load === 'success';
  return (
    <div className={plain ? 'cv-hidden' : 'cv-trajectory-state'}>
      <span role="status" className={load === 'pending' ? 'cv-hidden' : 'cv-quiet cv-small'}>
        {text}
      </span>
      {load === 'pending' && loaded ? (
        <>
          <span className="cv-quiet cv-small cv-number">{words.loadingFrames(loaded.received, asked)}</span>
          <progress aria-label={words.loading} max={asked} value={loaded.received} />
        </>
      ) : null}
    </div>
  );
}
