import { type Client, itemViewPoll } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { isFinished, status } from '@cuvette/core/entities';
import { entryOfPath, entryOfType } from '@cuvette/core/workflows';
import { Menu, type MenuItem } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient, useClient } from '../clients.ts';
import { inputWords } from '../input-words.ts';
import { listWords } from '../list-words.ts';
import { FollowDialog } from '../parts/chain/follow-dialog.tsx';
import { ItemChain } from '../parts/chain/item-chain.tsx';
import { chainWords } from '../parts/chain/words.ts';
import { EmbedDialog } from '../parts/embed/embed-dialog.tsx';
import { EmbeddedItem } from '../parts/embed/embedded-item.tsx';
import { DeleteDialog, RenameDialog } from '../parts/folder/entry-dialogs.tsx';
import { Icon } from '../parts/icon.tsx';
import { InputDialog, StructureAsInput, useShownReference } from '../parts/input/input-dialog.tsx';
import { MadeFromLine } from '../parts/input/made-from.tsx';
import { PocketDialog, useItemPockets } from '../parts/input/pocket-dialog.tsx';
import { ElsewhereDialog } from '../parts/item/elsewhere-dialog.tsx';
import { GoneNotice } from '../parts/item/gone-item.tsx';
import { ItemBreadcrumb } from '../parts/item/item-breadcrumb.tsx';
import { ItemNotesDialog, StopDialog } from '../parts/item/item-dialogs.tsx';
import { ItemOptions } from '../parts/item/item-options.tsx';
import { lookAgain } from '../parts/item/poll-soon.ts';
import { SecondOpinions, useSecondOpinions } from '../parts/item/second-opinions.tsx';
import { folderOf, sayIfSeveral } from '../parts/item/several-items.ts';
import { useBetterWay } from '../parts/item/use-better-way.ts';
import { WorkflowElement } from '../parts/item/workflow-element.tsx';
import { NotesView } from '../parts/notes/notes-view.tsx';
import { hasStatus, Problem, ProblemLine } from '../parts/problem.tsx';
import { useReadOnly } from '../parts/project/edit-access.ts';
import { ShareDialog } from '../parts/share/share-dialog.tsx';
import { Page } from '../parts/shell/page.tsx';
import { useAction } from '../parts/use-action.ts';
import { useMedia } from '../parts/use-media.ts';
import { withView } from '../search.ts';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `{type path}/{uuid}` and `/workflow/{uuid}`, own or public: the workflow's element, and around it what its owner can do. */
export function ItemPage() {
  const { uuid = '', type } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const client = useClient();
  const shared = client !== ownerClient;
  const item = useQuery(withLooks(client.workflow(uuid)), client.queryClient);
  // It was deleted while it was open: what was read stays, so that nothing that is being written is lost.
  const isGone = !shared && item.data !== undefined && hasStatus(item.error, 404);
  const readOnly = useReadOnly(shared ? null : (item.data?.parent_uuid ?? null));
  const [taken, setTaken] = useState<string | null>(null);

  if (type && !entryOfPath(`/${type}`)) return <NotFoundNotice />;
  if (search.embed) {
    return (
      <>
        <h1 className="cv-hidden">{item.data?.name ?? words.item}</h1>
        <EmbeddedItem uuid={uuid} client={client} search={search} />
      </>
    );
  }
  if (!isGone && (hasStatus(item.error, 404) || hasStatus(item.error, 400))) return <NotFoundNotice />;
  if (item.error && !item.data) {
    return (
      <Page title={words.item}>
        <Problem error={item.error} retry={() => item.refetch()} />
      </Page>
    );
  }
  return (
    <Page key={uuid} wide quietHeading bare title={item.data?.name ?? words.loading} fills>
      <div className="item-above">
        {isGone && item.data ? <GoneNotice uuid={uuid} name={item.data.name} /> : null}
        {readOnly && !isGone ? (
          <p className="cv-quiet lead" role="note">
            {words.viewerOnly}
          </p>
        ) : null}
        {item.data && !shared && !readOnly && !isGone ? <ItemOptions item={item.data} /> : null}
        {item.data?.proteins_in_trash?.map(({ uuid: protein, name }) => (
          <p key={protein} className="lead" role="note">
            {words.trashedProtein(name)} <Link to="/deleted">{words.deleted}</Link>.
          </p>
        ))}
        {item.data ? <MadeFromLine item={item.data} /> : null}
        {item.data && !shared && !isGone ? <ItemChain item={item.data} /> : null}
        {item.data && !shared ? <SecondOpinions item={item.data} /> : null}
      </div>
      <WorkflowElement
        uuid={uuid}
        client={client}
        shared={shared}
        view={search.view}
        onInput={shared ? undefined : setTaken}
        breadcrumb={item.data && !shared ? <ItemBreadcrumb item={item.data} /> : null}
        notes={item.data?.notes ? <RenderedNotes notes={item.data.notes} /> : null}
        actions={item.data && !shared ? <Actions item={item.data} readOnly={readOnly} isGone={isGone} /> : null}
        onView={(view) =>
          navigate({
            to: '.',
            search: withView(view),
            replace: true,
            resetScroll: false,
          })
        }
      />
      {item.data && !shared ? (
        <StructureAsInput item={item.data} structure={taken} readOnly={readOnly} onClose={() => setTaken(null)} />
      ) : null}
    </Page>
  );
}

/** Shows what people wrote about the item, as it reads; long notes scroll in themselves. */
function RenderedNotes({ notes }: { notes: string }) {
  return (
    // What scrolls must be reached by keyboard.
    <section aria-label={words.notes} tabIndex={0} className="rendered-notes">
      <NotesView notes={notes} />
    </section>
  );
}

type Question =
  | 'input'
  | 'follow'
  | 'elsewhere'
  | 'pocket'
  | 'rename'
  | 'notes'
  | 'share'
  | 'embed'
  | 'stop'
  | 'delete';

/** The read of an item with the interval of an item page: a finished item is read again too, as long as the page has it. */
function withLooks(read: ReturnType<Client['workflow']>): ReturnType<Client['workflow']> {
  const { refetchInterval } = read;
  if (typeof refetchInterval !== 'function') return read;
  return {
    ...read,
    refetchInterval: (query) => refetchInterval(query) || (query.state.data ? itemViewPoll(query.state.data) : false),
  };
}

/**
 * Shows what can be done with an item, at the end of its title row. `isGone`: nothing can be done with an item that was deleted; a dialog that is
 * open stays open.
 */
function Actions({ item, readOnly, isGone }: { item: WorkflowItem; readOnly: boolean; isGone: boolean }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const reference = useShownReference(item);
  const hasPockets = useItemPockets(item).length > 0;
  return (
    <>
      {isGone ? null : (
        <ActionButtons {...{ item, readOnly, hasPockets }} hasInput={reference !== null} ask={setQuestion} />
      )}
      <ActionDialogs {...{ item, readOnly, reference, question }} onClose={() => setQuestion(null)} />
    </>
  );
}

interface ActionButtonsProps {
  item: WorkflowItem;
  readOnly: boolean;
  /** Whether a structure of the item can be the input of another. */
  hasInput: boolean;
  /** Whether it found pockets that a docking can begin with. */
  hasPockets: boolean;
  ask: (question: Question) => void;
}

/** The buttons of an item, and its menus with what is rarer. */
function ActionButtons({ item, readOnly, hasInput, hasPockets, ask }: ActionButtonsProps) {
  const navigate = useNavigate();
  const better = useBetterWay(item);
  const opinions = useSecondOpinions(item);
  const isDraft = item.object_status === status.draft;
  // In a narrow window the style sheet takes buttons out of the title row, and they are in the menu.
  const narrow = useMedia('(max-width: 640px)');
  const toFolder = () => navigate({ to: '/folder/$uuid', params: { uuid: item.parent_uuid }, search: {} });
  const star = () => ownerClient.updateWorkflow(item.uuid, { starred: !item.starred });
  const form = formOf(item, { readOnly, edits: isDraft && !readOnly });
  const line = (id: string, label: string, run: () => unknown): MenuItem => ({ id, label, run: () => void run() });
  const edits = isDraft && !readOnly;
  const use: MenuItem[] = [
    ...(hasInput ? [line('input', inputWords.action, () => ask('input'))] : []),
    ...(isFinished(item.object_status) || readOnly ? [] : [line('follow', chainWords.follow, () => ask('follow'))]),
    ...(calculationOf(item, null) ? [line('elsewhere', words.elsewhere, () => ask('elsewhere'))] : []),
    ...(hasPockets ? [line('pocket', inputWords.pocketAction, () => ask('pocket'))] : []),
    ...(form && !edits ? [line('form', form.label, () => navigate(form.place))] : []),
    ...(better && !readOnly ? [{ ...line('better', better.label, better.submit), disabled: better.busy }] : []),
    ...(readOnly ? [] : opinions.methods).map(({ title, submit }) => ({
      ...line(`opinion ${title}`, words.opinion.ask(title), submit),
      disabled: opinions.busy,
    })),
  ];
  const folded: MenuItem[] = narrow
    ? [
        ...use,
        line('folder', words.backToFolder, toFolder),
        ...(readOnly
          ? []
          : [
              line('star', item.starred ? listWords.unstar : listWords.star, star),
              line('share', item.public ? words.sharedAction : words.share, () => ask('share')),
              line('embed', words.embed.action, () => ask('embed')),
            ]),
      ]
    : [];
  const rare: MenuItem[] = [
    ...(readOnly ? [] : [line('rename', words.rename, () => ask('rename'))]),
    ...(readOnly && !item.notes ? [] : [line('notes', item.notes ? words.notes : words.addNotes, () => ask('notes'))]),
    line('download', words.download, () => window.location.assign(ownerClient.bundleAddress(item.uuid))),
    line('eln', words.downloadEln, () => window.location.assign(ownerClient.elnAddress([item.uuid]))),
  ];
  const last: MenuItem[] = readOnly ? [] : [line('delete', words.delete, () => ask('delete'))];
  return (
    <>
      <ProblemLine text={better?.problem ?? opinions.problem} />
      {edits ? (
        <>
          <SubmitDraft item={item} />
          {form ? <FormLink form={form} /> : null}
        </>
      ) : null}
      {isFinished(item.object_status) || isDraft || readOnly ? null : (
        <button
          type="button"
          className="cv-button"
          data-kind="danger"
          // Not `disabled`: the keyboard stays where it was put when the question closed.
          aria-disabled={item.stopping || undefined}
          onClick={() => (item.stopping ? undefined : ask('stop'))}
        >
          {item.stopping ? words.stopping : words.stop}
        </button>
      )}
      {use.length > 0 && !narrow ? <Menu label={words.useResult} look="words" groups={[use]} /> : null}
      {readOnly ? null : <SharingButtons item={item} ask={ask} star={star} />}
      <Menu label={words.more} icon="more" look="sign" groups={[folded, rare, last]} />
    </>
  );
}

/** Embed, share, star: in a narrow window they are in the menu. */
function SharingButtons({ item, ask, star }: Pick<ActionButtonsProps, 'item' | 'ask'> & { star: () => unknown }) {
  return (
    <>
      <button type="button" className="cv-button fold-narrow" onClick={() => ask('embed')}>
        {words.embed.action}
      </button>
      <button
        type="button"
        className="cv-button fold-narrow"
        // What a draft is for is its submission.
        data-kind={item.object_status === status.draft ? undefined : 'primary'}
        onClick={() => ask('share')}
      >
        {item.public ? words.sharedAction : words.share}
      </button>
      <button
        type="button"
        className="cv-button fold-narrow"
        data-kind="quiet"
        data-icon-only=""
        aria-pressed={item.starred}
        aria-label={words.starNamed(item.name)}
        title={item.starred ? listWords.unstar : listWords.star}
        onClick={() => void star()}
      >
        <Icon name="star" filled={item.starred} />
      </button>
    </>
  );
}

interface ActionDialogsProps {
  item: WorkflowItem;
  readOnly: boolean;
  reference: ReturnType<typeof useShownReference>;
  question: Question | null;
  onClose: () => void;
}

/** The dialog of what was chosen of an item's actions. */
function ActionDialogs({ item, readOnly, reference, question, onClose: close }: ActionDialogsProps) {
  const navigate = useNavigate();
  const pockets = useItemPockets(item);
  const calculation = calculationOf(item, reference);
  const toFolder = () => navigate({ to: '/folder/$uuid', params: { uuid: item.parent_uuid }, search: {} });
  return (
    <>
      {question === 'input' && reference ? (
        <InputDialog item={item} reference={reference} folder={readOnly ? null : item.parent_uuid} onClose={close} />
      ) : null}
      {question === 'follow' ? <FollowDialog item={item} onClose={close} /> : null}
      {question === 'elsewhere' && calculation ? <ElsewhereDialog calculation={calculation} onClose={close} /> : null}
      {question === 'pocket' ? (
        <PocketDialog pockets={pockets} folder={readOnly ? null : item.parent_uuid} onClose={close} />
      ) : null}
      {question === 'embed' ? <EmbedDialog uuid={item.uuid} name={item.name} onClose={close} /> : null}
      {question === 'rename' ? <RenameDialog entry={{ type: 'workflow', data: item }} onClose={close} /> : null}
      {question === 'notes' ? <ItemNotesDialog item={item} readOnly={readOnly} onClose={close} /> : null}
      {question === 'share' ? <ShareDialog entry={{ type: 'workflow', data: item }} onClose={close} /> : null}
      {question === 'stop' ? <StopDialog item={item} onClose={close} /> : null}
      {question === 'delete' ? (
        <DeleteDialog entry={{ type: 'workflow', data: item }} onClose={close} onDone={() => void toFolder()} />
      ) : null}
    </>
  );
}

/** The calculation of the structure that is shown, else the last one of a finished item; null without any. */
function calculationOf(item: WorkflowItem, reference: ActionDialogsProps['reference']): string | null {
  if (reference?.source.kind === 'calculation') return reference.source.uuid;
  return isFinished(item.object_status) ? (item.calculation_uuids.at(-1) ?? null) : null;
}

/** Submits a draft unchanged; what the server finds wrong with it is shown beside the button. */
function SubmitDraft({ item }: { item: WorkflowItem }) {
  // The button goes with the draft: the keyboard goes on at the heading.
  const { busy, problem, run } = useAction(() => document.querySelector<HTMLElement>('h1')?.focus());
  const navigate = useNavigate();
  const submit = async () => {
    const submitted = await ownerClient.submitDraft(item.uuid);
    if (sayIfSeveral(submitted)) await navigate(folderOf(submitted));
    else lookAgain(item.uuid);
  };
  return (
    <>
      <ProblemLine text={problem} />
      <button type="button" className="cv-button" data-kind="primary" disabled={busy} onClick={() => void run(submit)}>
        {words.submitDraft}
      </button>
    </>
  );
}

/** To the form: with a draft, to go on with it; with all else, for another item like it, which a viewer keeps in a place of their own. Null for a type without a form. */
function formOf(item: WorkflowItem, { readOnly, edits }: { readOnly: boolean; edits: boolean }) {
  const type = newTypeOf(item);
  if (!type) return null;
  const search = edits ? { draft: item.uuid } : { from: item.uuid, ...(readOnly ? {} : { folder: item.parent_uuid }) };
  const place = { to: '/new/$type', params: { type }, search } as const;
  return { label: edits ? words.editDraft : words.resubmit, place };
}

function FormLink({ form }: { form: NonNullable<ReturnType<typeof formOf>> }) {
  return (
    <Link className="cv-button fold-narrow" {...form.place}>
      {form.label}
    </Link>
  );
}

/** Last part of the submit page's path for the item's type; null for a type that this build does not know. */
function newTypeOf(item: WorkflowItem): string | null {
  return entryOfType(item.object_type)?.path.slice(1) ?? null;
}
