import type { PersonSummary } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { AddressForm } from '../address-form.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';
import { ListTable } from '../list-table.tsx';
import { Problem, ProblemLine } from '../problem.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { administration, queryClient } from './calls.ts';
import { adminWords as words } from './words.ts';

/** The accounts of the server: invite, role, disable, hand over. */
export function People() {
  const list = useQuery(administration.people(), queryClient);
  const me = useQuery(ownerClient.me(), queryClient).data?.uuid;
  const [disabling, setDisabling] = useState<PersonSummary | null>(null);
  const [resetting, setResetting] = useState<PersonSummary | null>(null);
  const [leaving, setLeaving] = useState<PersonSummary | null>(null);
  const [handed, setHanded] = useState('');
  const people = list.data?.people;
  return (
    <>
      <Invite />
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      <p role="status">{handed}</p>
      {people ? (
        <div className="admin-scroll">
          <ListTable
            caption={words.parts.people}
            columns={[
              { title: words.person },
              { title: words.lastSeen, className: 'wide-only' },
              { title: words.owns, className: 'number wide-only' },
              { title: words.items, className: 'number wide-only' },
              { title: words.actions, hidden: true },
            ]}
          >
            {people.map((person) => (
              <PersonRow
                key={person.uuid}
                person={person}
                self={person.uuid === me}
                onDisable={() => setDisabling(person)}
                onReset={() => setResetting(person)}
                onHandOver={() => setLeaving(person)}
              />
            ))}
          </ListTable>
        </div>
      ) : null}
      {disabling ? (
        <ConfirmDialog
          title={words.disableNamed(disabling.email)}
          hint={words.disableHint}
          label={words.disable}
          action={() => administration.changePerson(disabling.uuid, { disabled: true })}
          onClose={() => setDisabling(null)}
        />
      ) : null}
      {resetting ? (
        <ConfirmDialog
          title={words.resetNamed(resetting.email)}
          hint={words.resetHint}
          label={words.reset}
          action={() => administration.resetSecondFactor(resetting.uuid)}
          onClose={() => setResetting(null)}
        />
      ) : null}
      {leaving && people ? (
        <HandOverDialog
          person={leaving}
          heirs={people.filter((one) => one.uuid !== leaving.uuid && !one.disabled_at)}
          onClose={() => setLeaving(null)}
          onDone={setHanded}
        />
      ) : null}
    </>
  );
}

interface PersonRowProps {
  person: PersonSummary;
  self: boolean;
  onDisable: () => void;
  onReset: () => void;
  onHandOver: () => void;
}

function PersonRow({ person, self, onDisable, onReset, onHandOver }: PersonRowProps) {
  const { busy, problem, run } = useAction(() => {});
  const { uuid, email, administrator, disabled_at, projects } = person;
  const change = (body: { administrator?: boolean; disabled?: boolean }) =>
    void run(() => administration.changePerson(uuid, body));
  const full = [person.firstname, person.lastname].filter(Boolean).join(' ');
  return (
    <tr>
      <td className="name">
        {email} {self ? <span className="cv-badge">{words.you}</span> : null}{' '}
        {administrator ? (
          <span className="cv-badge" data-tone="good">
            {words.administrator}
          </span>
        ) : null}{' '}
        {person.second_factor ? <span className="cv-badge">{words.secondFactor}</span> : null}{' '}
        {disabled_at ? (
          <span className="cv-badge" data-tone="bad">
            {words.disabled}
          </span>
        ) : person.signed_in ? null : (
          <span className="cv-badge">{words.neverHere}</span>
        )}
        {full ? <p className="cv-quiet">{full}</p> : null}
        <ProblemLine text={problem} />
      </td>
      <td className="wide-only">{person.last_seen_at ? <Time iso={person.last_seen_at} /> : words.never}</td>
      <td className="number wide-only">{projects}</td>
      <td className="number wide-only">{person.items}</td>
      <td className="row-actions">
        <button
          type="button"
          className="cv-button"
          disabled={busy}
          aria-label={administrator ? words.removeAdministratorNamed(email) : words.makeAdministratorNamed(email)}
          onClick={() => change({ administrator: !administrator })}
        >
          {administrator ? words.removeAdministrator : words.makeAdministrator}
        </button>
        <button
          type="button"
          className="cv-button"
          disabled={busy || projects === 0}
          aria-label={words.handOverNamed(email)}
          onClick={onHandOver}
        >
          {words.handOver}
        </button>
        {person.second_factor || person.passkeys > 0 ? (
          <button type="button" className="cv-button" aria-label={words.resetNamed(email)} onClick={onReset}>
            {words.reset}
          </button>
        ) : null}
        {disabled_at ? (
          <button
            type="button"
            className="cv-button"
            disabled={busy}
            aria-label={words.enableNamed(email)}
            onClick={() => change({ disabled: false })}
          >
            {words.enable}
          </button>
        ) : (
          <button
            type="button"
            className="cv-button"
            data-kind="danger"
            disabled={busy}
            aria-label={words.disableNamed(email)}
            onClick={onDisable}
          >
            {words.disable}
          </button>
        )}
      </td>
    </tr>
  );
}

/** Makes an account and shows its one-time link. */
function Invite() {
  const [made, setMade] = useState<{ email: string; link: string } | null>(null);
  return (
    <AddressForm
      heading={<h2>{words.invite}</h2>}
      label={words.invite}
      hint={words.inviteHint}
      action={async (email) => setMade(await administration.invite(email))}
    >
      {made ? <CopyField label={words.invited(made.email)} value={made.link} /> : null}
    </AddressForm>
  );
}

interface HandOverProps {
  person: PersonSummary;
  heirs: readonly PersonSummary[];
  onClose: () => void;
  onDone: (text: string) => void;
}

function HandOverDialog({ person, heirs, onClose, onDone }: HandOverProps) {
  const [heir, setHeir] = useState(heirs[0]?.uuid ?? '');
  const { busy, problem, run } = useAction(onClose);
  const hand = async () => {
    const { to, projects } = await administration.handOver(person.uuid, heir);
    onDone(words.handedOver(projects.length, to));
  };
  return (
    <Dialog
      size="small"
      title={words.handOverNamed(person.email)}
      onClose={onClose}
      onSubmit={() => void run(hand)}
      submitLabel={words.handOver}
      submitDisabled={busy || heir === ''}
      problem={problem}
    >
      {heirs.length === 0 ? (
        <p>{words.nobodyElse}</p>
      ) : (
        <label className="field">
          {words.handOverHint(person.email)}
          <select data-first="" value={heir} onChange={(event) => setHeir(event.target.value)}>
            {heirs.map(({ uuid, email }) => (
              <option key={uuid} value={uuid}>
                {email}
              </option>
            ))}
          </select>
        </label>
      )}
    </Dialog>
  );
}
