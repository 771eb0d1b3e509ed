import { useRef } from 'react';
import { Button } from '../ui/buttons/button.tsx';
import { showNotice, showSuccess } from '../ui/feedback/feedback.ts';
import { Field } from '../ui/fields/field.tsx';
import { FormGrid } from '../ui/fields/form-grid.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Dialog } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';

export interface SecretDialogProps {
  /** Whose secret it is. */
  name: string;
  /** What goes with it, and is no secret. */
  beside: { readonly label: string; readonly value: string };
  label: string;
  secret: string;
  /** What becomes of it when it is lost. */
  lost: string;
  onClose: () => void;
}

/** The only sight of a secret: it closes by its button alone, so that Esc does not lose it by accident. */
export function SecretDialog({ name, beside, label, secret, lost, onClose }: SecretDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      showSuccess('The secret was copied.');
    } catch {
      // A browser lets nothing be copied for a page without https.
      field.current?.focus();
      showNotice('The secret is selected: copy it with Ctrl+C.');
    }
  }
  return (
    <Dialog
      open
      title={`Secret of ${name}`}
      subtitle={`Keep it now: it is not shown again. ${lost}`}
      width={480}
      closable={false}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" data-autofocus onClick={() => void copy()}>
            Copy secret
          </Button>
        </>
      }
    >
      <FormGrid columns={1}>
        <Field label={beside.label}>
          <TextInput readOnly value={beside.value} />
        </Field>
        <Field label={label}>
          <TextInput ref={field} readOnly value={secret} onFocus={(event) => event.target.select()} />
        </Field>
      </FormGrid>
    </Dialog>
  );
}
