import { useState } from 'react';
import { useEndNotices } from './end-notices.ts';
import { homeWords as words } from './words.ts';

/** The choice to be notified in the browser when a long job ends. */
export function NotifyChoice() {
  const { on, choose } = useEndNotices();
  const [refused, setRefused] = useState(false);
  return (
    <div className="notify-choice">
      <label>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => void choose(event.target.checked).then((answer) => setRefused(answer === 'refused'))}
        />
        {words.notify}
      </label>
      <span role="status">{refused ? words.notifyRefused : ''}</span>
    </div>
  );
}
