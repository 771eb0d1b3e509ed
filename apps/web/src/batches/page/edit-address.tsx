import { Navigate, useParams } from '@tanstack/react-router';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';

/** The screen of an address /edit/{data}: a stored document, by its number, opened to be changed (spec 2 §2). */
export const editScreenOf = ({ page }: DocumentKind) =>
  function EditScreen() {
    const { data = '' } = useParams({ strict: false }) as { data?: string };
    return <Navigate to={page} search={{ batch: data, edit: 1 }} replace />;
  };
