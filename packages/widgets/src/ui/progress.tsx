import { useEffect, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import type { Words } from '../words.ts';

/** Seconds as people say them: "42 s", "3 min 5 s", "2 h 10 min". */
export function durationText(seconds: number, words: Words): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return words.ui.seconds(whole);
  if (whole < 3600) return words.ui.minutes(Math.floor(whole / 60), whole % 60);
  return words.ui.hours(Math.floor(whole / 3600), Math.floor((whole % 3600) / 60));
}

/** Progress of a long job: the stage in a chemist's terms, percent when known, time since `startedAt` (ISO text) counted every second. */
export function ProgressLine({
  stage,
  percent,
  startedAt,
}: {
  stage: string;
  percent?: number | null;
  startedAt?: string | null;
}) {
  const words = useWords();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!startedAt) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [startedAt]);
  const begun = startedAt ? Date.parse(startedAt) : Number.NaN;
  const known = typeof percent === 'number' && Number.isFinite(percent);
  const parts = [
    known ? words.ui.percent(percent) : null,
    Number.isFinite(begun) ? words.ui.timeSoFar(durationText((now - begun) / 1000, words)) : null,
  ].filter((part) => part !== null);
  return (
    <div className="cv-progress">
      <div className="cv-progress-words">
        <span>{stage}</span>
        <span className="cv-quiet">{parts.join(' · ')}</span>
      </div>
      <progress aria-label={stage} max={100} value={known ? Math.min(100, Math.max(0, percent)) : undefined} />
    </div>
  );
}
