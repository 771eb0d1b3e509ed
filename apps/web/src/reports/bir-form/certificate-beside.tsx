import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  mailCertificates,
  previewCertificate,
  printCertificates,
  type PlannedCertificate,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { taxCertificatePaper } from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import type { ResultOf } from '@talaan/contract/http/route';
import type { AnyRow } from '@talaan/contract/reports/kit/define-report';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import { capital } from '@talaan/core/text/capital';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { drawOrRefuse } from '../../page/paper/draw-or-refuse.ts';
import { PaperSheet } from '../../page/paper/paper-sheet.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { askToConfirm, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconChevronLeft, IconClose, IconDocument, IconMail, IconPrint } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import type { Filter } from '../filters/filter.ts';
import styles from './certificate-beside.module.css';
import { ADDRESS_HELD, chipOf, tellMailed } from './certificate-dialog.tsx';
import { CERTIFICATE_SHEET_CHOICES, type CertificateSheet } from './certificate-sheets.ts';

/** While one walks down the list by a key that is held, nothing is asked for. */
const PAUSE_MS = 150;

interface CertificateBesideProps {
  filter: Filter | null;
  row: AnyRow | undefined;
  again: () => void;
}

/**
 * Of the payee in focus his certificate, as he has it or as it would be given: beside the list, below 1200 px a page of its own
 * (ux §13). It is mailed and printed from there by a key; what is confidential, and nobody, have none.
 */
export function CertificateBeside({ filter, row, again }: CertificateBesideProps) {
  const payee_id = Number(row?.['payee_id'] ?? 0);
  const { fiscal_year, quarter } = filter?.given ?? {};
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(isWide);
  if (!(payee_id > 0) || fiscal_year === undefined || quarter === undefined) return null;
  const of = { fiscal_year: Number(fiscal_year), quarter: Number(quarter), payee_id };
  return <OfPayee of={of} isOpen={isOpen} isPage={!isWide} onOpen={setOpen} onDone={again} />;
}

interface OfPayeeProps {
  of: { readonly fiscal_year: number; readonly quarter: number; readonly payee_id: number };
  isOpen: boolean;
  /** It is a page of its own, not beside the list. */
  isPage: boolean;
  onOpen: (open: boolean) => void;
  /** Something was given. */
  onDone: () => void;
}

function OfPayee({ of, isOpen, isPage, onOpen, onDone }: OfPayeeProps) {
  const [asked] = useDebouncedValue(of, PAUSE_MS);
  const found = useQuery({
    queryKey: ['certificates', 'preview', asked],
    queryFn: async ({ signal }) => (await callServer(previewCertificate, { body: asked, signal })).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const [sheet, setSheet] = useState<CertificateSheet>('A4');
  const plan = found.data?.plan.payee_id === of.payee_id ? found.data.plan : null;
  const { print, mail, whyNoPrint, whyNoMail } = useActs(of, plan, sheet, onDone);
  useShortcut('c', 'Show or hide the certificate', () => onOpen(!isOpen));
  useShortcut('m', 'Mail the certificate', () => void mail(), { enabled: whyNoMail === undefined });
  useShortcut('mod+p', 'Print the certificate', () => void print(), { enabled: whyNoPrint === undefined });
  return (
    <>
      <div className={styles.bar} role="group" aria-label="Certificate in focus">
        <b className={styles.payee}>{plan?.payee_desc ?? ''}</b>
        {plan === null ? null : <StatusChip {...chipOf(plan)} />}
        <span className={styles.acts}>
          <Button size="sm" icon={<IconDocument />} keys="c" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            Certificate
          </Button>
          <Button size="sm" icon={<IconMail />} keys="m" disabledReason={whyNoMail} onClick={() => void mail()}>
            Mail
          </Button>
          <Button size="sm" icon={<IconPrint />} keys="mod+p" disabledReason={whyNoPrint} onClick={() => void print()}>
            Print
          </Button>
        </span>
      </div>
      {isOpen ? (
        <Preview
          of={plan?.payee_desc ?? 'the payee in focus'}
          found={found}
          sheet={sheet}
          onSheet={setSheet}
          isPage={isPage}
          onClose={() => onOpen(false)}
        />
      ) : null}
    </>
  );
}

/** What is done with the certificate in focus, and why it is not. */
function useActs(of: OfPayeeProps['of'], plan: PlannedCertificate | null, sheet: CertificateSheet, onDone: () => void) {
  const client = useQueryClient();
  const { key, noteFailure, noteDone } = useActKey();
  const { module, level } = printCertificates.access;
  const mayNot = useWhyNot(module, level);
  const { payee_id, ...quarter } = of;
  const body = { ...quarter, payee_ids: [payee_id], replace: 0 as const };
  const whyNoPrint =
    mayNot ?? (plan === null ? 'It is on its way.' : plan.act === 'nothing' ? 'Nothing was withheld.' : undefined);
  const whyNoMail =
    whyNoPrint ??
    (plan!.email_add === ''
      ? 'The payee has no e-mail address: print it.'
      : plan!.address_hold === null
        ? undefined
        : `${capital(ADDRESS_HELD[plan!.address_hold])}.`);

  async function act(give: () => Promise<void>): Promise<void> {
    try {
      await give();
      noteDone();
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: ['certificates'] });
    onDone();
  }

  return {
    whyNoPrint,
    whyNoMail,
    print: () => act(() => withPleaseWait(openMadeFile(printCertificates, { body: { ...body, sheet } }, key))),
    mail: async () => {
      const { payee_desc, email_add, missing } = plan!;
      const blank = missing.length === 0 ? '' : ` Missing on it: ${missing.join(', ')}.`;
      const text = `To ${payee_desc}, ${email_add}.${blank}`;
      if (!(await askToConfirm({ title: 'Mail this certificate?', text, confirmLabel: 'Mail' }))) return;
      await act(async () => {
        tellMailed([await callServer(mailCertificates, { body, headers: { 'idempotency-key': key } })], 1);
      });
    },
  };
}

interface PreviewProps {
  of: string;
  found: ReturnType<typeof useQuery<ResultOf<typeof previewCertificate>['data']>>;
  sheet: CertificateSheet;
  onSheet: (sheet: CertificateSheet) => void;
  isPage: boolean;
  onClose: () => void;
}

function Preview({ of, found, sheet, onSheet, isPage, onClose }: PreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isPage) heading.current?.focus();
  }, [isPage]);
  useShortcut('Escape', 'Back to the list', onClose, { enabled: isPage });
  const certificates = found.data?.certificates;
  const drawn = useMemo(
    () => (certificates ?? []).map((printed) => drawOrRefuse(taxCertificatePaper(sheet), printed)),
    [certificates, sheet],
  );
  return (
    <aside className={styles.preview} aria-label={`Certificate of ${of}`}>
      <div className={styles.head}>
        <IconButton
          className={styles.back ?? ''}
          label="Back to the list"
          icon={<IconChevronLeft />}
          onClick={onClose}
        />
        <h2 ref={heading} tabIndex={-1}>
          {of}
        </h2>
        <SegmentedControl label="Sheet" options={CERTIFICATE_SHEET_CHOICES} value={sheet} onChange={onSheet} />
        <IconButton className={styles.close ?? ''} size="sm" label="Close" icon={<IconClose />} onClick={onClose} />
      </div>
      <LoadState query={found} what="the certificate" className={styles.note} />
      {/* A sheet that is longer than the window is scrolled by keyboard once it has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.desk} tabIndex={0} role="region" aria-label="BIR Form 2307">
        {certificates?.length === 0 ? <p className={styles.note}>Nothing was withheld of this payee.</p> : null}
        {drawn.map((paper, at) =>
          paper instanceof TextDoesNotFit ? (
            <p key={paper.message} className="danger">
              {paper.message}
            </p>
          ) : (
            // Certificates of one payee stand in their order.
            // oxlint-disable-next-line react/no-array-index-key
            <PaperSheet key={at} paper={paper} isPreview />
          ),
        )}
      </div>
    </aside>
  );
}
