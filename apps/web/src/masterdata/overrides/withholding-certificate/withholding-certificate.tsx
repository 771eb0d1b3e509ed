import { Navigate } from '@tanstack/react-router';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { IconDocument, IconInbox } from '../../../ui/icons.tsx';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { textIn } from '../../record/record-text.ts';
import { CertificateFile } from './certificate-file.tsx';

/** The register of 2307s received, and what is still to come of them. */
export const withholdingCertificateOverride: ScreenOverride = {
  subtitle: (record) =>
    `${textIn(record, 'payee_desc')} · ${QUARTERS[record['quarter'] as keyof typeof QUARTERS]} ${textIn(record, 'fiscal_year')}`,
  cells: { file_name: (record) => <FileMark name={textIn(record, 'file_name')} /> },
  below: { Amounts: CertificateFile },
  views: [{ id: 'due', label: 'To chase', icon: <IconInbox />, View: ToChase }],
};

/** Whom to ask for a 2307 is a report. */
function ToChase() {
  return <Navigate to="/certificates-due" replace />;
}

/** That there is a paper; its name is told on hovering and to assistive technology. */
function FileMark({ name }: { name: string }) {
  if (name === '') return null;
  return (
    <span title={name}>
      <IconDocument />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
