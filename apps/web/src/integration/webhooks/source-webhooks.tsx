import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  sendWebhookAgain,
  WEBHOOK_STATES,
  type HookedSource,
  type WebhookMessage,
} from '@talaan/contract/integration/webhook.contract';
import { SecretDialog } from '../../access/secret-dialog.tsx';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { LogPager, LogTable } from '../../page/log-table.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from '../../page/log-screen.module.css';
import { SinceDialog } from './since-dialog.tsx';
import { AddressDialog, type WrittenAddress } from './address-dialog.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { messagesQuery, WEBHOOKS_KEY, type WebhookView } from './webhook-calls.ts';

const STATE_LABELS = { waiting: 'Waiting', sent: 'Sent', failed: 'Given up' } as const;
const STATE_HUES = { waiting: 'amber', sent: 'green', failed: 'red' } as const;
const EVENT_LABELS = {
  'batch.posted': 'Posted',
  'batch.rejected': 'Rejected',
  'batch.reversed': 'Reversed',
} as const satisfies Record<WebhookMessage['event'], string>;
const STATES = [
  { value: 'all', label: 'All' },
  ...WEBHOOK_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
] as const;

interface SourceWebhooksProps {
  source: HookedSource;
  view: WebhookView;
  onChange: (change: Partial<WebhookView>) => void;
}

/** The page of a source: its address, what it was told, and every try. */
export function SourceWebhooks({ source, view, onChange }: SourceWebhooksProps) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [WEBHOOKS_KEY] });
  const messages = useQuery(messagesQuery({ ...view, source: source.source }));
  const [opened, setOpened] = useState<Opened>(null);
  const [secret, setSecret] = useState<WrittenAddress | null>(null);
  const sends = source.live !== null && source.live.off_at === null;
  const noAddress = sends ? undefined : 'No address counts that is on.';

  return (
    <>
      <PageHeader
        title={`Webhooks of ${source.source}`}
        crumb={source.source}
        count={messages.data?.total}
        actions={
          <>
            <Button disabledReason={noAddress} onClick={() => setOpened('since')}>
              Send again since …
            </Button>
            <Button variant="primary" onClick={() => setOpened('address')}>
              New address
            </Button>
          </>
        }
      />
      <EndpointFacts source={source} onSecret={setSecret} onChanged={() => void refresh()} />
      <Toolbar>
        <SegmentedControl
          label="State"
          options={STATES}
          value={view.state}
          onChange={(state) => onChange({ state, page: 1 })}
        />
        <Link to="/webhooks">All sources</Link>
      </Toolbar>
      <LoadState query={messages} what="the messages" className={styles.note} />
      {messages.data?.data.length === 0 ? (
        <p className={styles.note} role="status">
          {view.state === 'all' ? 'No message was written yet.' : 'No message is in this state.'}
        </p>
      ) : null}
      <MessageTable messages={messages.data?.data ?? []} disabledReason={noAddress} onSent={() => void refresh()} />
      <LogPager log={messages.data} pages={view.pages} onTurn={onChange} />
      <OpenedDialog
        source={source.source}
        opened={opened}
        onClose={() => setOpened(null)}
        onWritten={setSecret}
        onChanged={() => void refresh()}
      />
      {secret === null ? null : (
        <SecretDialog
          name={source.source}
          beside={{ label: 'Address', value: secret.url }}
          label="Webhook secret"
          secret={secret.secret}
          lost="If it is lost, give the address a new one."
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

type Opened = 'address' | 'since' | null;

interface OpenedDialogProps {
  source: string;
  opened: Opened;
  onClose: () => void;
  onWritten: (written: WrittenAddress) => void;
  onChanged: () => void;
}

function OpenedDialog({ source, opened, onClose, onWritten, onChanged }: OpenedDialogProps) {
  if (opened === 'since') return <SinceDialog source={source} onClose={onClose} onSent={onChanged} />;
  if (opened === null) return null;
  return (
    <AddressDialog
      source={source}
      onClose={onClose}
      onWritten={(written) => {
        onClose();
        onWritten(written);
        onChanged();
      }}
    />
  );
}

interface MessageTableProps {
  messages: readonly WebhookMessage[];
  disabledReason: string | undefined;
  onSent: () => void;
}

function MessageTable({ messages, disabledReason, onSent }: MessageTableProps) {
  async function sendAgain({ id, batch_no }: WebhookMessage): Promise<void> {
    try {
      await withPleaseWait(callServer(sendWebhookAgain, { body: { id } }));
      showSuccess(`The message of batch ${batch_no} is sent again within seconds.`);
    } catch (failure) {
      reportFailure(failure);
    }
    onSent();
  }
  return (
    <LogTable
      label="Messages, newest first"
      headings={['Written', 'Batch', 'Event', 'State', 'Last answer', 'Action']}
      rows={messages.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          disabledReason={disabledReason}
          onSendAgain={() => void sendAgain(message)}
        />
      ))}
    />
  );
}

interface MessageRowProps {
  message: WebhookMessage;
  disabledReason: string | undefined;
  onSendAgain: () => void;
}

function MessageRow({ message, disabledReason, onSendAgain }: MessageRowProps) {
  const { batch_no, batch_number, event, state, created_at } = message;
  return (
    <tr>
      <td className="figures">{displayInstant(created_at)}</td>
      <td className="figures">
        {batch_no}
        <span className="muted">{`Batch ${batch_number}`}</span>
      </td>
      <td className={styles.whole}>{EVENT_LABELS[event]}</td>
      <td>
        <StatusChip hue={STATE_HUES[state]} label={STATE_LABELS[state]} />
      </td>
      <td>
        <Tries {...message} />
      </td>
      <td>
        <Button
          size="sm"
          aria-label={`${state === 'waiting' ? 'Send now' : 'Send again'}: ${EVENT_LABELS[event]} ${batch_no}`}
          disabledReason={disabledReason}
          onClick={onSendAgain}
        >
          {state === 'waiting' ? 'Send now' : 'Send again'}
        </Button>
      </td>
    </tr>
  );
}

const answerOf = ({ status, reply }: WebhookMessage['attempts'][number]) =>
  status === null ? reply : `HTTP ${status}${reply === '' ? '' : ` · ${reply}`}`;

/** The last answer; below it, when asked for, every try and what is sent. */
function Tries({ attempts, body, message_id, next_try_at }: WebhookMessage) {
  const [last] = attempts;
  const next = next_try_at === null ? '' : `next ${displayInstant(next_try_at)}`;
  return (
    <details>
      <summary>{last === undefined ? 'Not tried yet' : answerOf(last).slice(0, 120)}</summary>
      <ul>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <span className="muted figures">{`${displayInstant(attempt.at)} · ${attempt.took_ms} ms · ${attempt.url}`}</span>{' '}
            {answerOf(attempt)}
          </li>
        ))}
        {next === '' ? null : <li className="muted">{next}</li>}
        <li className="figures">{`${message_id} ${body}`}</li>
      </ul>
    </details>
  );
}
