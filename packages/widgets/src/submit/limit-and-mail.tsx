import type { AccountClient } from '@cuvette/core/client';
import { offersCreditLimit, type PlatformSettings } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Switch } from '../ui/switch.tsx';
import { submitWords as words } from './words.ts';

export interface EndDraft {
  /** Whether the person gets a mail. */
  email: boolean;
  /** Most credits that it may use, as typed; empty: no limit. */
  limit: string;
}

/** The limit as it is submitted; null: none, undefined: what was typed is no limit. */
export function limitOf({ limit }: Pick<EndDraft, 'limit'>): number | null | undefined {
  const text = limit.trim();
  if (text === '') return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

interface WhenItEndsProps extends EndDraft {
  client: AccountClient;
  platform: PlatformSettings | null;
  onChange: (change: Partial<EndDraft>) => void;
}

/** When it ends, and who gets a message: mail where the server sends some, a limit where credits are counted. */
export function WhenItEnds({ client, platform, email, limit, onChange }: WhenItEndsProps) {
  const id = useId();
  const me = useQuery(client.me(), client.queryClient);
  const reason = me.data?.email_unavailable ?? null;
  return (
    <>
      <div className="cv-field">
        <Switch
          label={words.email}
          checked={email && reason === null}
          disabled={!me.data || reason !== null}
          describedBy={`${id}e`}
          onChange={(on) => onChange({ email: on })}
        />
        <p id={`${id}e`} className="cv-quiet">
          {reason ?? (me.data ? words.emailHint(me.data.email) : '')}
        </p>
      </div>
      <CreditLimit platform={platform} limit={limit} onChange={(typed) => onChange({ limit: typed })} />
    </>
  );
}

interface CreditLimitProps {
  platform: PlatformSettings | null;
  limit: string;
  onChange: (limit: string) => void;
}

/** Most credits that an item may use; nothing where credits are not counted. */
export function CreditLimit({ platform, limit, onChange }: CreditLimitProps) {
  const id = useId();
  const wrong = limitOf({ limit }) === undefined;
  if (!platform || !offersCreditLimit(platform)) return null;
  return (
    <div className="cv-field">
      <label htmlFor={`${id}l`}>{words.limit}</label>
      <input
        id={`${id}l`}
        type="text"
        inputMode="numeric"
        className="cv-number"
        value={limit}
        aria-describedby={`${id}h`}
        aria-invalid={wrong}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}h`} className={wrong ? 'cv-problem' : 'cv-quiet'} role={wrong ? 'alert' : undefined}>
        {wrong ? words.limitWrong : words.limitHint}
      </p>
    </div>
  );
}
