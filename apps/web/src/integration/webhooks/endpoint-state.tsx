import type { WebhookEndpoint } from '@talaan/contract/integration/webhook.contract';
import { StatusChip } from '../../ui/status-chip.tsx';

/** Whether messages go to an address. */
export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint | null }) {
  if (endpoint === null) return <StatusChip hue="slate" label="No address" />;
  if (endpoint.live_at === null) return <StatusChip hue="amber" label="Waits for a second person" />;
  if (endpoint.off_at !== null) return <StatusChip hue="red" label="Switched off" />;
  return endpoint.failing_since === null ? (
    <StatusChip hue="green" label="Active" />
  ) : (
    <StatusChip hue="orange" label="Does not answer" />
  );
}
