import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import type { Asked as Sent } from '../../notices/mail-texts.ts';
import { MailDialog } from '../record/mail-dialog.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconMail } from '../../ui/icons.tsx';
import { MailOutcome, noteMailed } from './mail-outcome.tsx';

/** Sends the paper of a document to an address, beginning with the one that is known, and says what became of its last mail. */
export function MailAct({
  batch,
  number,
  what,
  known,
  sentText,
  send,
}: {
  batch: BatchDetail;
  /** By which people know it. */
  number: string;
  /** What goes along: 'The purchase order'. */
  what: string;
  known: string;
  sentText: string;
  send: (to: string, headers: Record<string, string>) => Promise<{ data: Sent & Pick<BatchDetail, 'mail_state'> }>;
}) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const whyNot = useWhyNot(kindOf(batch.document_type)!.module, ACCESS.update);
  return (
    <>
      <Button icon={<IconMail />} disabledReason={whyNot} onClick={() => setAsks(true)}>
        E-mail
      </Button>
      <MailOutcome batch={batch} sentText={sentText} />
      {asks ? (
        <MailDialog
          title={`E-mail ${number}`}
          what={what}
          known={known}
          send={async (to, headers) => (await send(to, headers)).data}
          onSent={({ mail_state }) => void noteMailed(client, batch, mail_state)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}
