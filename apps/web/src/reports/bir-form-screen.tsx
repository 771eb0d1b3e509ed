import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { anyReport, type AnyRow } from '@talaan/contract/reports/kit/define-report';
import { birFormReport } from '@talaan/contract/reports/bir-form.report';
import { printCertificates } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { useWhyNot } from '../session/why-not.ts';
import { Button } from '../ui/buttons/button.tsx';
import { IconDocument } from '../ui/icons.tsx';
import { ReportPage, type BuiltReport } from './report-page.tsx';
import { CertificateBeside } from './bir-form/certificate-beside.tsx';
import { CertificateDialog, LacksOfCompany, plansOf } from './bir-form/certificate-dialog.tsx';

/** /bir-form: the 2307 list, from which certificates are given. */
export function BirFormScreen() {
  return (
    <ReportPage
      report={anyReport(birFormReport)}
      Actions={GiveCertificates}
      Notice={CompanyLacks}
      Beside={CertificateBeside}
    />
  );
}

/** What every certificate of the quarter leaves blank, because the profile of the company lacks it. */
function CompanyLacks({ soFar }: BuiltReport) {
  const { quarter } = soFar?.asked.given ?? {};
  const fiscal_year = soFar?.asked.given['fiscal_year'];
  const [first] = payeesIn(soFar?.data ?? []);
  const isKnown = quarter !== undefined && fiscal_year !== undefined && first !== undefined;
  const of = { fiscal_year: Number(fiscal_year), quarter: Number(quarter), payee_ids: isKnown ? [first] : [] };
  const plans = useQuery({ ...plansOf(of, false), enabled: isKnown });
  return <LacksOfCompany lacks={plans.data?.company_lacks ?? []} />;
}

/** Gives the certificates of the quarter in sight to the payees that are listed. */
function GiveCertificates({ filter, soFar, again }: BuiltReport) {
  const [open, setOpen] = useState(false);
  const { module, level } = printCertificates.access;
  const mayNot = useWhyNot(module, level);
  const payees = payeesIn(soFar?.data ?? []);
  const { fiscal_year, quarter } = filter?.given ?? {};
  const whyNot = mayNot ?? (payees.length === 0 ? 'The list names no payee.' : undefined);
  return (
    <>
      <Button variant="primary" icon={<IconDocument />} disabledReason={whyNot} onClick={() => setOpen(true)}>
        Give certificates
      </Button>
      {open && fiscal_year !== undefined && quarter !== undefined ? (
        <CertificateDialog
          of={{ fiscal_year: Number(fiscal_year), quarter: Number(quarter), payee_ids: payees }}
          onClose={() => {
            setOpen(false);
            again();
          }}
        />
      ) : null}
    </>
  );
}

/** The payees of the list, without nobody and what is confidential; as many as one run takes. */
function payeesIn(rows: readonly AnyRow[]): number[] {
  const ids = rows.map((row) => Number(row['payee_id'])).filter((id) => id > 0);
  return [...new Set(ids)].slice(0, MOST_PAYEES);
}

const MOST_PAYEES = 500;
