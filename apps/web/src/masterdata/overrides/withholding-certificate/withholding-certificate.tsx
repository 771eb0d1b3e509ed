import { IconInbox } from '../../../ui/icons.tsx';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { CertificateFile } from './certificate-file.tsx';
import { CertificatesDue } from './certificates-due.tsx';

/** The register of 2307s received, and what is still to come of them. */
export const withholdingCertificateOverride: ScreenOverride = {
  below: { Amounts: CertificateFile },
  views: [{ id: 'due', label: 'To chase', icon: <IconInbox />, View: CertificatesDue }],
};
