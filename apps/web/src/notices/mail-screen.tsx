import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { listMail, MAIL_STATES, sendMailAgain, type Mail } from '@talaan/contract/notices/mail.contract';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { PageHeader } from '../page/page-header.tsx';
import { useSearchState } from '../page/search-state.ts';
import { useAccessLevel } from '../session/session.ts';
import { UnauthorizePage } from '../page/unauthorize-page.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { showSuccess, withPleaseWait } from '../ui/feedback/feedback.ts';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { MAIL_STATE_HUES, MAIL_STATE_LABELS } from './mail-texts.ts';
import { StatusChip } from '../ui/status-chip.tsx';
import { Toolbar } from '../ui/menus/toolbar.tsx';
import { displayInstant } from '../page/display-instant.ts';
import { logPage, LogPager, LogTable } from '../page/log-table.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';
import styles from '../page/log-screen.module.css';

const searchState = z.object({
  state: z.enum(['all', ...MAIL_STATES]).catch('all'),
  ...logPage(25),
});
type View = z.infer<typeof searchState>;

const STATES = [
  { value: 'all', label: 'All' },
  ...MAIL_STATES.map((state) => ({ value: state, label: MAIL_STATE_LABELS[state] })),
] as const;
const TEMPLATES: Readonly<Record<string, string>> = { digest: 'digest', reminder: 'reminders' };

const MAIL_KEY = 'outgoing mail';
const ASK_AGAIN_MS = 30_000;

function mailQuery({ state, page, pages }: View) {
  return queryOptions({
    queryKey: [MAIL_KEY, state, page, pages],
    queryFn: ({ signal }) =>
      callServer(listMail, { query: { page, pages, ...(state === 'all' ? {} : { state }) }, signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
}

/** Outgoing mail for administrators: what was sent, what failed and why, and another try. */
export function MailScreen() {
  const { module, level } = listMail.access;
  return useAccessLevel(module) >= level ? <MailList /> : <UnauthorizePage modules={[module]} level={level} />;
}

function MailList() {
  const [view, change] = useSearchState(searchState);
  const client = useQueryClient();
  const { data: list, isPending, isError, refetch } = useQuery(mailQuery(view));
  const mails = list?.data ?? [];

  async function sendAgain({ id, to_address }: Mail): Promise<void> {
    try {
      await withPleaseWait(callServer(sendMailAgain, { params: { id } }));
      showSuccess(`The mail to ${to_address} is sent again within seconds.`);
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: [MAIL_KEY] });
  }

  return (
    <>
      <PageHeader title="Outgoing mail" count={list?.total} />
      <Toolbar>
        <SegmentedControl
          label="State"
          options={STATES}
          value={view.state}
          onChange={(state) => change({ state, page: 1 })}
        />
      </Toolbar>
      <div className={styles.facts} role="status">
        {list?.has_server === false ? (
          <p className={styles.warning}>
            Not sent: no mail server is set. Mails are kept; set SMTP_URL and MAIL_FROM on the server, then send them
            again here.
          </p>
        ) : null}
        {list?.runs.map(({ template, at, mailed, without_address }) => (
          <p key={template} className="muted">
            {`Last ${TEMPLATES[template] ?? template} ${displayInstant(at)}: ${counted(mailed, 'mail')}`}
            {without_address === 0 ? '' : `, ${counted(without_address, 'person', 'people')} without a work e-mail`}
          </p>
        ))}
      </div>
      <LoadState query={{ isPending, isError, refetch }} what="the mails" className={styles.note} />
      {list !== undefined && mails.length === 0 ? (
        <p className={styles.note} role="status">
          {view.state === 'all' ? 'No mail was written yet.' : 'No mail is in this state.'}
        </p>
      ) : null}
      <LogTable
        label="Mails, newest first"
        headings={['Written', 'To', 'Subject', 'State', 'Last answer of the mail server', 'Action']}
        rows={mails.map((mail) => (
          <MailRow
            key={mail.id}
            mail={mail}
            hasServer={list?.has_server === true}
            onSendAgain={() => void sendAgain(mail)}
          />
        ))}
      />
      <LogPager log={list} pages={view.pages} onTurn={change} />
    </>
  );
}

function MailRow({ mail, hasServer, onSendAgain }: { mail: Mail; hasServer: boolean; onSendAgain: () => void }) {
  const { state, attempts, reply } = mail;
  return (
    <tr>
      <td className="figures">{displayInstant(mail.created_at)}</td>
      <td>
        {mail.to_name}
        <span className="muted">{mail.to_address}</span>
      </td>
      <td>{mail.subject}</td>
      <td>
        <StatusChip hue={MAIL_STATE_HUES[state]} label={MAIL_STATE_LABELS[state]} />
      </td>
      <td>
        {answerOf(mail)}
        {attempts > 1 || (attempts === 1 && state !== 'sent') ? (
          <span className="muted">
            {counted(attempts, 'try', 'tries')}
            {mail.next_try_at === null ? '' : `, next ${displayInstant(mail.next_try_at)}`}
          </span>
        ) : null}
        {reply === null && state === 'waiting' ? <span className="muted">Not tried yet</span> : null}
      </td>
      <td>
        {state === 'sent' ? null : (
          <Button
            size="sm"
            aria-label={`${state === 'waiting' ? 'Send now' : 'Send again'} to ${mail.to_address}`}
            disabledReason={hasServer ? undefined : 'No mail server is set.'}
            onClick={onSendAgain}
          >
            {state === 'waiting' ? 'Send now' : 'Send again'}
          </Button>
        )}
      </td>
    </tr>
  );
}

function answerOf({ state, reply }: Mail): string | null {
  return state === 'no_server' ? 'Not sent: no mail server is set' : reply;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
