import { Navigate, useParams } from '@tanstack/react-router';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { OwnDocument } from '../entry/document/document-form.ts';
import type { CommonHeader } from '../entry/document/head-field.ts';
import { FootSums, type FootFigures } from '../entry/frame/foot-bar.tsx';
import { EntryPage } from './entry-page.tsx';
import { screenOf, type OwnScreen } from './entry-screen.ts';

/** The screen on which documents that declare their form are entered, read, approved and changed. */
export function entryScreenOf<Header extends CommonHeader, Lines, Change>(
  declared: OwnDocument<Header, Lines, Change>,
  {
    useSums,
    ...own
  }: Omit<OwnScreen<DocumentKind, Header, Lines>, 'kind' | 'Sums'> & {
    /** What a stored one comes to, for the foot: its total where this is not given. */
    readonly useSums?: (batch: BatchDetail) => FootFigures['figures'];
  },
) {
  const Sums = useSums && (({ batch }: { batch: BatchDetail }) => <FootSums figures={useSums(batch)} />);
  const screen = screenOf(declared, { kind: declared.kind, ...own, ...(Sums && { Sums }) });
  return function EntryScreen() {
    return <EntryPage screen={screen} />;
  };
}

/** The screen of an address /edit/{data}: a stored document, by its number, opened to be changed (spec 2 §2). */
export const editScreenOf = ({ page }: DocumentKind) =>
  function EditScreen() {
    const { data = '' } = useParams({ strict: false }) as { data?: string };
    return <Navigate to={page} search={{ batch: data, edit: 1 }} replace />;
  };
