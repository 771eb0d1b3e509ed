import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { factsOf } from '@talaan/contract/resource/resource-index';
import type { RecordUses, UseExample } from '@talaan/contract/resource/safe-change';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ACCESS } from '@talaan/core/access/access-level';
import { useMenuScreens, useScreenTable } from '../../page/screen.ts';
import { useAccessLevel } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { capital } from '@talaan/core/text/capital';
import type { MasterRecord } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';
import styles from './uses-dialog.module.css';

type Act = 'delete' | 'deactivate';
/** `deactivate` may also answer the question about a deletion: the way out for a record that is used. */
export type UsesAnswer = 'delete' | 'deactivate' | 'no';

interface Asked {
  act: Act;
  record: MasterRecord;
  /** Null when it could not be read; the server judges the write itself in any case. */
  uses: RecordUses | null;
  answer: (answer: UsesAnswer) => void;
}

/**
 * Answers a function that says what uses a record before it is deleted or taken out of use, and asks; and the dialog,
 * which the caller shows. A record that nothing uses is taken out of use without a question.
 */
export function useUsesQuestion(parts: ResourceParts): {
  ask: (act: Act, record: MasterRecord) => Promise<UsesAnswer>;
  question: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);

  async function ask(act: Act, record: MasterRecord): Promise<UsesAnswer> {
    const uses = await withPleaseWait(parts.calls.uses(record.id)).catch(() => null);
    if (act === 'deactivate' && (uses === null || (uses.uses.length === 0 && uses.deactivation?.allowed !== false))) {
      return 'deactivate';
    }
    return new Promise((resolve) => {
      setAsked({
        act,
        record,
        uses,
        answer: (answer) => {
          setAsked(null);
          resolve(answer);
        },
      });
    });
  }

  return { ask, question: asked === null ? null : <UsesDialog parts={parts} asked={asked} /> };
}

function UsesDialog({ parts, asked }: { parts: ResourceParts; asked: Asked }) {
  const { definition } = parts;
  const { act, record, uses, answer } = asked;
  const mayUpdate = useAccessLevel(definition.module) >= ACCESS.update;
  const item = definition.describe(record);
  const permission = act === 'delete' ? uses?.deletion : uses?.deactivation;
  const refused = permission?.allowed === false;
  const offersInactive = act === 'delete' && refused && mayUpdate && uses?.deactivation?.allowed === true;
  return (
    <Dialog
      open
      title={titleOf(act, item, refused)}
      width={uses !== null && uses.uses.length > 0 ? 480 : 420}
      role="alertdialog"
      onClose={() => answer('no')}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label={refused && !offersInactive ? MESSAGES.close : 'Cancel'} focused />
          {refused ? null : (
            <Button variant={act === 'delete' ? 'danger-fill' : 'primary'} onClick={() => answer(act)}>
              {act === 'delete' ? 'Delete' : 'Make inactive'}
            </Button>
          )}
          {offersInactive ? (
            <Button variant="primary" onClick={() => answer('deactivate')}>
              Make inactive
            </Button>
          ) : null}
        </>
      }
    >
      <p>{uses === null ? '' : capital(textOf(act, uses, offersInactive))}</p>
      {uses === null ? null : <UsesList uses={uses.uses} />}
    </Dialog>
  );
}

/** What uses a record, by kind, with the first examples as links. */
export function UsesList({ uses }: Pick<RecordUses, 'uses'>) {
  return uses.length === 0 ? null : (
    <ul className={styles.uses}>
      {uses.map(({ text, examples }) => (
        <li key={text}>
          <b>{capital(text)}</b>
          {examples.length === 0 ? null : (
            <ul className={styles.examples}>
              {examples.map((example) => (
                <li key={`${example.resource ?? ''} ${example.id ?? ''} ${example.label}`}>
                  <ExampleLink example={example} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function titleOf(act: Act, item: string, refused: boolean): string {
  if (act === 'delete') return refused ? `${item} cannot be deleted` : `Delete ${item}?`;
  return refused ? `${item} stays active` : `Make ${item} inactive?`;
}

/** What the uses mean for the act. */
function textOf(act: Act, uses: RecordUses, offersInactive: boolean): string {
  const { sentence, deletion, deactivation } = uses;
  if (act === 'deactivate') {
    if (deactivation?.allowed === false) return deactivation.message ?? '';
    return `${sentence ?? ''} They keep it; it is not offered for new entries any more.`;
  }
  if (deletion.allowed) return 'Nothing uses it.';
  if (sentence === null) return deletion.message ?? '';
  if (offersInactive) return `${sentence} Inactive, it stays where it is used and is not offered for new entries.`;
  return deactivation?.allowed === false ? `${sentence} It cannot be made inactive now either.` : sentence;
}

/** Leads to a transaction or another record, where the user may see it. */
function ExampleLink({ example }: { example: UseExample }) {
  const { plain } = useScreenTable();
  const menu = useMenuScreens();
  const { label, batch_number, resource, id } = example;
  if (batch_number !== null && plain.some(({ path }) => path === BATCH_SEARCH)) {
    return (
      <Link to={BATCH_SEARCH} search={{ number: batch_number }} className="figures">
        {label}
      </Link>
    );
  }
  const target = resource === null ? undefined : factsOf(resource);
  const screen = menu.find(({ label: module }) => module === target?.module);
  const isFurtherTab = target?.screen === undefined;
  if (screen === undefined || id === null) return <span className="figures">{label}</span>;
  return (
    <Link to={screen.path} search={{ ...(isFurtherTab ? { tab: target?.tab?.id } : {}), id: String(id) }}>
      {label}
    </Link>
  );
}

const BATCH_SEARCH = '/search-transaction';
