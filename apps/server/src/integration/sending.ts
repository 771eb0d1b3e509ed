import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { RECEIVED_TYPES, type ReceivedBatch } from '@talaan/contract/integration/received-batch.contract';
import type { AccessLevel } from '@talaan/core/access/access-level';
import type { CheckedEntry } from '../batches/record/batch-content.ts';
import type { DocumentDefinition } from '../batches/record/document-definition.ts';
import type { Principal } from '../platform/http/principal.ts';

/** For which source a client or a file brings batches, and of which departments. */
export interface Sender {
  /** Null where its batches come in files. */
  readonly client_id: number | null;
  readonly client_name: string;
  readonly source_id: number;
  readonly source_code: string;
  readonly source_active: boolean;
  readonly posting: 'route' | 'posts';
  readonly takes: readonly string[];
  readonly departments: readonly { readonly id: number; readonly code: string }[];
  /** Its batches would post by themselves, and nobody confirmed it yet. */
  readonly waits: boolean;
}

/** A client as it calls: with the digest of its secret, by which it may sign, and whether its source asks for that. */
export interface CallingClient extends Sender {
  readonly secret_hash: Buffer;
  readonly signs_requests: boolean;
}

/** A batch that was read, with who sent it. */
export interface Sending {
  readonly sender: Sender;
  readonly batch: ReceivedBatch;
  /** Digest of what it says. */
  readonly content_hash: Buffer;
  /** As it was sent. */
  readonly body: unknown;
}

/** What a batch takes its number by. */
export interface NamedSending {
  readonly sender: Sender;
  readonly batch: Pick<ReceivedBatch, 'batch_no' | 'control'>;
  readonly content_hash: Buffer;
  readonly department_id: number;
}

export const namedOf = (
  { sender, batch: { batch_no, control }, content_hash }: Sending,
  department_id: number,
): NamedSending => ({
  sender,
  batch: { batch_no, control },
  content_hash,
  department_id,
});

/** A batch that passed every check of the transaction that enters it, as our own entry. */
export interface CheckedSending extends Sending {
  readonly department_id: number;
  readonly definition: DocumentDefinition;
  /** Null once it is stored: what follows reads it anew, and of many lines two copies would take much memory. */
  entry: CheckedEntry | null;
}

/** Under which name a batch is known: of one name one is live. */
export const nameOf = ({ sender, batch }: Pick<NamedSending, 'sender' | 'batch'>): string =>
  `${sender.source_id} ${batch.batch_no}`;

/** A person with this level on the modules of all that is received: which types come is said by the source. */
export function withReceived(user: Principal, level: AccessLevel): Principal {
  const opened = Object.fromEntries(RECEIVED_TYPES.map((type) => [DOCUMENT_MODULES[type], level]));
  return { ...user, levels: { ...user.levels, ...opened } };
}
