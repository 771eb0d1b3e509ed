import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  checkCertificatesOfBatch,
  printCertificatesOfBatch,
  type PlannedCertificate,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { certificatePrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { failureMessage, reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { CERTIFICATE_SHEET_CHOICES, type CertificateSheet } from '../../reports/bir-form/certificate-sheets.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconPrint } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { PrintNotice } from '../print-page.tsx';

const TITLE = 'BIR Form 2307';

/** /preview-2307/{data}: what a batch withheld is certified and printed, once it was looked at what will stand there. */
export function TaxCertificatePrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(certificatePrintKeys, data);
  if (keys === null) return <PrintNotice title={TITLE} text={DAMAGED_LINK} />;
  return <CertificatesOfBatch id={keys.batch_number} />;
}

function CertificatesOfBatch({ id }: { id: string }) {
  const client = useQueryClient();
  const queryKey = ['certificates', 'batch', id];
  const plans = useQuery({
    queryKey,
    queryFn: ({ signal }) => callServer(checkCertificatesOfBatch, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  });
  const { key, noteFailure, noteDone } = useActKey();
  const [busy, setBusy] = useState(false);
  const [sheet, setSheet] = useState<CertificateSheet>('A4');
  if (plans.isError) return <PrintNotice title={TITLE} text={failureMessage(plans.error)} />;
  if (plans.data === undefined) return <ProgressLine active />;
  const { data, company_lacks } = plans.data;
  const told = data.filter(({ act }) => act !== 'nothing');
  if (told.length === 0)
    return <PrintNotice title={TITLE} text="Nothing was withheld, so there is nothing to certify." />;

  async function print(): Promise<void> {
    setBusy(true);
    try {
      await openMadeFile(printCertificatesOfBatch, { params: { id }, body: { sheet } }, key);
      noteDone();
    } catch (failure) {
      noteFailure(failure);
      reportFailure(failure);
    } finally {
      setBusy(false);
    }
    await client.invalidateQueries({ queryKey });
  }
  const blank = company_lacks.length === 0 ? [] : [`The profile of the company has ${company_lacks.join(', ')}.`];
  return (
    <PrintNotice
      title={TITLE}
      text={[...told.map(sentenceOf), ...blank]}
      action={
        <>
          <SegmentedControl label="Sheet" options={CERTIFICATE_SHEET_CHOICES} value={sheet} onChange={setSheet} />
          <Button variant="primary" icon={<IconPrint />} busy={busy} onClick={() => void print()}>
            Print
          </Button>
        </>
      }
    />
  );
}

function sentenceOf(planned: PlannedCertificate): string {
  const { payee_desc, fiscal_year, quarter, act, total_base, total_tax, missing } = planned;
  const blank = missing.length === 0 ? '' : ` Missing: ${missing.join(', ')}.`;
  const who = `${payee_desc}, Q${quarter} ${fiscal_year}`;
  if (act !== 'issue') return `${who}: has the certificate; a copy is printed.${blank}`;
  const [base, tax] = [total_base, total_tax].map((amount) => formatAmount(requireSum(amount)));
  return `${who}: ${tax} withheld of ${base} is certified.${blank}`;
}
