import { Link } from '@tanstack/react-router';
import { proofState } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { useMenuScreens } from '../../page/screen.ts';
import { documentAddress } from '../table/openings.ts';
import { Amount } from '../table/report-cell.tsx';
import styles from './proof-documents.module.css';

/** A proof whose sums differ although they should not. */
export const differs = (proof: ReportProof): boolean => proofState(proof) === 'differs';

/** The documents that make a difference, as far as the user may open them. */
export function ProofDocuments({ documents }: Pick<ReportProof, 'documents'>) {
  const paths = useMenuScreens().map(({ path }) => path);
  return (
    <ul className={styles.documents}>
      {documents.map(({ document_type, document_number, batch_number, amount }) => {
        const address = documentAddress({ document_type, batch_number, is_masked: false }, paths);
        const words = document_number ?? `${document_type} ${batch_number}`;
        return (
          <li key={`${document_type} ${batch_number} ${document_number ?? ''}`} className="figures">
            {address === null ? (
              words
            ) : (
              <Link to={address.to} search={address.search}>
                {words}
              </Link>
            )}{' '}
            <Amount value={amount} />
          </li>
        );
      })}
    </ul>
  );
}
