import { useId } from 'react';
import { officersOf, type DocumentType } from '@talaan/core/documents/document-type';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';

/** Hides a document from all but its preparer and those who approve its type. */
export function ConfidentialSwitch({
  type,
  header,
  onChange,
}: {
  type: DocumentType;
  header: { readonly is_confidential: boolean };
  onChange: (change: { readonly is_confidential: boolean }) => void;
}) {
  const hint = useId();
  return (
    <>
      <Checkbox
        label="Confidential"
        checked={header.is_confidential}
        aria-describedby={header.is_confidential ? hint : undefined}
        onChange={(event) => onChange({ is_confidential: event.target.checked })}
      />
      {header.is_confidential ? (
        <span className="muted small" id={hint}>
          {`Only you and ${officersOf(type)} will see this entry.`}
        </span>
      ) : null}
    </>
  );
}
