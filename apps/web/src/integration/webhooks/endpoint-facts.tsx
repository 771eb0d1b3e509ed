import {
  confirmWebhook,
  removeWebhook,
  resumeWebhook,
  rotateWebhook,
  type HookedSource,
  type WebhookEndpoint,
} from '@talaan/contract/integration/webhook.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { askToConfirm, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import styles from '../../page/log-screen.module.css';
import type { WrittenAddress } from './address-dialog.tsx';
import { EndpointState } from './endpoint-state.tsx';

interface EndpointFactsProps {
  source: HookedSource;
  onSecret: (secret: WrittenAddress) => void;
  onChanged: () => void;
}

/** The address that counts and the one that waits, with what may be done with them. */
export function EndpointFacts({ source: { source, live, proposed }, onSecret, onChanged }: EndpointFactsProps) {
  const shared = { source, onSecret, onChanged };
  return (
    <div className={styles.facts}>
      {live === null && proposed === null ? (
        <p className="muted">{`${source} is told nothing: it has no address.`}</p>
      ) : null}
      {live === null ? null : <Endpoint endpoint={live} {...shared} />}
      {proposed === null ? null : <Endpoint endpoint={proposed} {...shared} />}
    </div>
  );
}

interface EndpointProps extends Omit<EndpointFactsProps, 'source'> {
  source: string;
  endpoint: WebhookEndpoint;
}

function Endpoint({ source, endpoint, onSecret, onChanged }: EndpointProps) {
  const { url, is_own, live_at, off_at, off_reason, made_by, made_at, confirmed_by, failing_since, previous_until } =
    endpoint;
  const { confirm, rotate, resume, remove } = endpointActs({ source, endpoint, onSecret, onChanged });
  return (
    <div>
      <p>
        <EndpointState endpoint={endpoint} /> <span className="figures">{url}</span>{' '}
        {live_at === null ? (
          <Button
            size="sm"
            aria-label={`Confirm ${url}`}
            disabledReason={is_own ? 'You wrote it: somebody else confirms it.' : undefined}
            onClick={() => void confirm()}
          >
            Confirm
          </Button>
        ) : null}
        {off_at === null ? null : (
          <Button size="sm" aria-label={`Switch on ${url}`} onClick={() => void resume()}>
            Switch on
          </Button>
        )}{' '}
        <Button size="sm" aria-label={`New secret for ${url}`} onClick={() => void rotate()}>
          New secret
        </Button>{' '}
        <Button size="sm" variant="danger" aria-label={`Remove ${url}`} onClick={() => void remove()}>
          Remove
        </Button>
      </p>
      <p className="muted small">
        {[
          `Written by ${made_by}, ${displayInstant(made_at)}`,
          confirmed_by === null ? '' : `confirmed by ${confirmed_by}`,
          off_reason ?? (failing_since === null ? '' : `nothing arrived since ${displayInstant(failing_since)}`),
          previous_until === null
            ? ''
            : `the secret before signs beside this one until ${displayInstant(previous_until)}`,
        ]
          .filter((fact) => fact !== '')
          .join(' · ')}
      </p>
    </div>
  );
}

/** What may be done with an address, each after a question. */
function endpointActs({ source, endpoint: { id, url, made_by }, onSecret, onChanged }: EndpointProps) {
  const params = { id };
  async function act(question: Parameters<typeof askToConfirm>[0], work: () => Promise<void>): Promise<void> {
    if (!(await askToConfirm(question))) return;
    try {
      await work();
    } catch (failure) {
      reportFailure(failure);
    }
    onChanged();
  }
  return {
    confirm: () =>
      act(
        {
          title: `Confirm the address of ${source}?`,
          text: `${made_by} wrote it. From then on what becomes of the batches of ${source} is told at ${url} and nowhere else.`,
          confirmLabel: 'Confirm',
        },
        async () => {
          await withPleaseWait(callServer(confirmWebhook, { params }));
          showSuccess('The address was confirmed.');
        },
      ),
    rotate: () =>
      act(
        {
          title: 'Give the address another secret?',
          text: 'The secret before signs beside it for 24 hours, in which its receiver takes the new one.',
          confirmLabel: 'New secret',
        },
        async () => onSecret((await withPleaseWait(callServer(rotateWebhook, { params }))).data),
      ),
    resume: () =>
      act(
        {
          title: 'Switch the address on again?',
          text: 'Messages that wait go out at once.',
          confirmLabel: 'Switch on',
        },
        async () => {
          await withPleaseWait(callServer(resumeWebhook, { params }));
          showSuccess('The address is on.');
        },
      ),
    remove: () =>
      act(
        {
          title: 'Remove the address?',
          text: `Nothing is sent to ${url} from now on. Another address counts once somebody else confirmed it.`,
          confirmLabel: 'Remove',
          danger: true,
        },
        async () => {
          await withPleaseWait(callServer(removeWebhook, { params }));
          showSuccess('The address was removed.');
        },
      ),
  };
}
