import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ResultOf } from '@talaan/contract/http/route';
import {
  checkCertificates,
  CERTIFICATES_AT_ONCE,
  mailCertificates,
  printCertificates,
  type AddressHold,
  type PlannedCertificate,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { startCertificateRun } from '@talaan/contract/paper-runs/paper-run.contract';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { FileButtons, FileState } from '../../notices/paper-run-dialog.tsx';
import { useMadeFile } from '../../notices/report-files.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { askToConfirm, showNotice, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconMail, IconPrint } from '../../ui/icons.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { StatusChip, type ChipHue } from '../../ui/status-chip.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import { RunProgress } from '../../ui/waiting/run-progress.tsx';
import styles from './certificate-dialog.module.css';
import { CERTIFICATE_SHEET_CHOICES, type CertificateSheet } from './certificate-sheets.ts';

interface QuarterOfPayees {
  readonly fiscal_year: number;
  readonly quarter: number;
  readonly payee_ids: number[];
}

/** What would be done for these payees. */
export const plansOf = (of: QuarterOfPayees, replace: boolean) =>
  queryOptions({
    queryKey: ['certificates', of, replace],
    queryFn: ({ signal }) => callServer(checkCertificates, { body: { ...of, replace: replace ? 1 : 0 }, signal }),
    staleTime: 0,
  });

/** Gives 2307s of a quarter: who gets one, what would be missing on it, and then as one file or each by mail. */
export function CertificateDialog({ of, onClose }: { of: QuarterOfPayees; onClose: () => void }) {
  const client = useQueryClient();
  const [replace, setReplace] = useState(false);
  const [sheet, setSheet] = useState<CertificateSheet>('A4');
  const plans = useQuery(plansOf(of, replace));
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const { key, noteFailure, noteDone } = useActKey();
  const run = useMadeFile();
  const [mailing, setMailing] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const isCancelled = useRef(false);
  const rows = plans.data?.data ?? NOBODY;
  // Until somebody chooses: all who get one.
  const selected = useMemo(
    () => chosen ?? new Set(rows.filter(({ act }) => act === 'issue').map(idOf)),
    [chosen, rows],
  );
  const wanted = rows.filter((row) => selected.has(idOf(row)) && row.act !== 'nothing');
  const changed = rows.filter(({ is_changed }) => is_changed).length;
  const body = { ...of, payee_ids: wanted.map(({ payee_id }) => payee_id), replace: replace ? 1 : 0 } as const;

  async function give(act: () => Promise<void>): Promise<void> {
    if (replace && !(await askToConfirm(replaceQuestion(wanted)))) return;
    try {
      await act();
      noteDone();
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure);
    }
    setChosen(null);
    await client.invalidateQueries({ queryKey: ['certificates'] });
  }
  const print = async () => {
    const call = { body: { ...body, sheet } };
    if (wanted.length <= CERTIFICATES_AT_ONCE) return withPleaseWait(openMadeFile(printCertificates, call, key));
    await run.follow(await callServer(startCertificateRun, { ...call, headers: { 'idempotency-key': key } }));
  };
  /** A few payees by each call: what was sent stays sent when somebody cancels, and the rest is not. */
  const mail = async () => {
    const sent: Mailed[] = [];
    isCancelled.current = false;
    try {
      for (let at = 0; at < body.payee_ids.length && !isCancelled.current; at += MAILS_BY_CALL) {
        setMailing({ done: at, total: body.payee_ids.length });
        const payee_ids = body.payee_ids.slice(at, at + MAILS_BY_CALL);
        const headers = { 'idempotency-key': `${key.slice(0, -4)}${String(at / MAILS_BY_CALL).padStart(4, '0')}` };
        sent.push(await callServer(mailCertificates, { body: { ...body, payee_ids }, headers }));
      }
    } finally {
      setMailing(null);
      if (sent.length > 0) tellMailed(sent, body.payee_ids.length);
    }
  };
  const whyNot = wanted.length === 0 ? 'Choose who gets a certificate.' : undefined;

  return (
    <Dialog
      open
      width={1100}
      flush
      title="Give certificates"
      subtitle={`BIR Form 2307, ${QUARTERS[of.quarter as keyof typeof QUARTERS]} ${of.fiscal_year}`}
      onClose={onClose}
      closable={mailing === null}
      footer={
        mailing !== null ? (
          <Button data-autofocus onClick={() => (isCancelled.current = true)}>
            Cancel the rest
          </Button>
        ) : run.file !== null ? (
          <FileButtons file={run.file} onTake={() => void run.take()} onCancel={() => void run.cancel()} />
        ) : (
          <>
            <DialogCancel label="Close" />
            <Button icon={<IconMail />} disabledReason={whyNot} onClick={() => void give(mail)}>
              {`Send ${wanted.length} by mail`}
            </Button>
            <Button variant="primary" icon={<IconPrint />} disabledReason={whyNot} onClick={() => void give(print)}>
              {`Print ${wanted.length}`}
            </Button>
          </>
        )
      }
    >
      {mailing === null ? null : (
        <div className={styles.run}>
          <RunProgress label="Sending" done={mailing.done} total={mailing.total} />
        </div>
      )}
      {run.file === null ? null : (
        <div className={styles.run}>
          <FileState file={run.file} />
        </div>
      )}
      <div className={styles.choices}>
        <Checkbox
          label="Replace those that were given before"
          checked={replace}
          onChange={(event) => {
            setReplace(event.currentTarget.checked);
            setChosen(null);
          }}
        />
        <SegmentedControl label="Sheet" options={CERTIFICATE_SHEET_CHOICES} value={sheet} onChange={setSheet} />
      </div>
      <LacksOfCompany lacks={plans.data?.company_lacks ?? []} />
      {replace || changed === 0 ? null : (
        <p className={styles.lacks}>
          {`${changed === 1 ? '1 payee has a certificate' : `${changed} payees have certificates`} of what was taken back since: replace it, and a new one is given.`}
        </p>
      )}
      <DataTable
        caption="Certificates to give"
        columns={COLUMNS}
        rows={rows}
        rowId={idOf}
        status={plans.isError ? 'failed' : plans.isPending ? 'loading' : plans.isFetching ? 'refetching' : 'ready'}
        onRetry={() => void plans.refetch()}
        selection={{ selected, onChange: setChosen, label: ({ payee_desc }) => `Select ${payee_desc}` }}
        empty={{ title: 'Nothing was withheld.' }}
        hotkeys={false}
      />
    </Dialog>
  );
}

/** What the profile of the company lacks on every certificate. */
export function LacksOfCompany({ lacks }: { lacks: readonly string[] }) {
  if (lacks.length === 0) return null;
  return (
    <p
      className={styles.lacks}
    >{`The profile of the company has ${lacks.join(', ')}: certificates leave that blank.`}</p>
  );
}

/** Payees whose mails one call queues. */
const MAILS_BY_CALL = 10;

const NOBODY: readonly PlannedCertificate[] = [];

const idOf = ({ payee_id, fiscal_year, quarter }: PlannedCertificate): string =>
  `${payee_id} ${fiscal_year} ${quarter}`;

function replaceQuestion(wanted: readonly PlannedCertificate[]) {
  const ended = wanted.reduce((sum, { replaces }) => sum + replaces, 0);
  const without = wanted.filter(({ act }) => act === 'withdraw').map(({ payee_desc }) => payee_desc);
  return {
    title: ended === 1 ? 'Replace 1 certificate?' : `Replace ${ended} certificates?`,
    text: [
      'Those that were given before end, and their payees get new ones.',
      ...(without.length > 0 ? [`Without a new one, because everything was taken back: ${without.join(', ')}.`] : []),
    ].join(' '),
    confirmLabel: 'Replace',
  };
}

type Mailed = ResultOf<typeof mailCertificates>;

/** Says how many mails are on their way, and names those that are not, each with the reason; and how many of them were not come to. */
export function tellMailed(sent: readonly Mailed[], wanted: number): void {
  const data = sent.flatMap((one) => one.data);
  const queued = sent.reduce((sum, one) => sum + one.queued, 0);
  const has_server = sent.every((one) => one.has_server);
  const count = queued === 1 ? '1 mail' : `${queued} mails`;
  const rest = wanted - new Set(data.map(({ payee_id }) => payee_id)).size;
  if (rest > 0) showNotice(`Cancelled: ${rest === 1 ? '1 payee was' : `${rest} payees were`} not sent to.`);
  if (queued > 0 && has_server) showSuccess(`${count} on the way.`);
  if (queued > 0 && !has_server) showNotice(`No mail server is set: ${count} kept as not sent.`);
  for (const [outcome, words] of Object.entries(NOT_SENT)) {
    const names = data.filter((one) => one.outcome === outcome).map(({ payee_desc }) => payee_desc);
    if (names.length > 0) showNotice(`Not sent, ${words}: ${names.join(', ')}`);
  }
}

/** Why no mail goes to an address. */
export const ADDRESS_HELD: Readonly<Record<AddressHold, string>> = {
  address_is_new: 'the e-mail address changed within the last day',
  address_is_own: 'you changed the e-mail address yourself: somebody else sends it, or it is printed',
};

const NOT_SENT = {
  no_address: 'no e-mail address, so print for',
  ...ADDRESS_HELD,
  nothing: 'nothing to certify',
} as const;

const ACTS: Readonly<Record<PlannedCertificate['act'], readonly [ChipHue, string]>> = {
  issue: ['blue', 'New certificate'],
  copy: ['green', 'Given, a copy'],
  withdraw: ['red', 'Ends without another'],
  nothing: ['neutral', 'Nothing withheld'],
};

export function chipOf({ act, is_changed, replaces }: PlannedCertificate): { hue: ChipHue; label: string } {
  if (act === 'copy' && is_changed) return { hue: 'amber', label: 'Given, changed since' };
  const [hue, label] = ACTS[act];
  return { hue, label: act === 'issue' && replaces > 0 ? `Replaces ${replaces}` : label };
}

const amountOf = (amount: string, { act }: PlannedCertificate) =>
  act === 'issue' ? formatAmount(requireSum(amount)) : '';

const COLUMNS: readonly Column<PlannedCertificate>[] = [
  { id: 'payee', header: 'Payee', priority: 'title', strong: true, cell: ({ payee_desc }) => payee_desc },
  {
    id: 'act',
    header: 'What it gets',
    priority: 'status',
    width: 176,
    cell: (row) => <StatusChip {...chipOf(row)} />,
  },
  {
    id: 'base',
    header: 'Income',
    align: 'right',
    figures: true,
    width: 128,
    priority: 'line',
    cell: (row) => amountOf(row.total_base, row),
  },
  {
    id: 'tax',
    header: 'Tax',
    align: 'right',
    figures: true,
    width: 120,
    priority: 'amount',
    cell: (row) => amountOf(row.total_tax, row),
  },
  {
    id: 'email',
    header: 'E-mail',
    priority: 'line',
    cell: ({ email_add, address_hold }) =>
      address_hold === null ? email_add || 'none' : `${email_add} (${ADDRESS_HELD[address_hold]})`,
  },
  { id: 'missing', header: 'Missing', priority: 'line', cell: ({ missing }) => missing.join(', ') },
];
