import { memo, type ReactNode } from 'react';
import { showDate } from '../../record/batch-texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ReadOnlyValue } from '../../../ui/fields/text-input.tsx';
import { dateIn, headFieldsOf } from './document-form.ts';
import { HeadControl } from './head-control.tsx';
import type { CommonHeader, HeadField } from './head-field.ts';
import type { HeadLook, HeadProps } from './head-look.ts';
import styles from '../fields/head.module.css';

interface DocumentHeadProps<Header extends CommonHeader> extends HeadProps<Header> {
  look: HeadLook<Header>;
  /** Shows one line instead of the fields, while the lines are scrolled. */
  collapsed: boolean;
  onExpand: () => void;
}

/** The head of a document, drawn from its declared fields, and again only when it changes itself (ux §5). */
export const DocumentHead = memo(DeclaredHead) as typeof DeclaredHead;

function DeclaredHead<Header extends CommonHeader>(props: DocumentHeadProps<Header>) {
  const { declared, look } = props;
  if (props.collapsed) return <HeadSummary {...props} />;
  const fields = headFieldsOf(declared).filter(([name]) => !look.fields?.[name]?.hidden);
  const switches = fields.filter(([, { control }]) => control === 'flag' || control === 'confidential');
  return (
    <div className={styles.fields} role="group" aria-label="Header" data-region>
      {Object.entries(look.numbers).map(([label, number]) => (
        <Field key={label} label={label}>
          <ReadOnlyValue>{number}</ReadOnlyValue>
        </Field>
      ))}
      {fields.map(([name, field]) => {
        if (!switches.some(([one]) => one === name))
          return <HeadControl key={name} {...props} name={name} field={field} />;
        if (name !== switches[0]![0]) return null;
        return (
          <div key={name} className={styles.switches}>
            {switches.map(([one, its]) => (
              <HeadControl key={one} {...props} name={one} field={its} />
            ))}
            {look.switches}
          </div>
        );
      })}
    </div>
  );
}

/** Some fields of a head, after what stands before them. */
export function HeadFields<Header extends CommonHeader>({
  names,
  children,
  ...props
}: HeadProps<Header> & { names: readonly (keyof Header & string)[]; children: ReactNode }) {
  return (
    <div className={styles.fields} role="group" aria-label="Header" data-region>
      {children}
      {names.map((name) => (
        <HeadControl key={name} {...props} name={name} field={props.declared.head[name] as HeadField} />
      ))}
    </div>
  );
}

/** The head in one line. */
function HeadSummary<Header extends CommonHeader>({ declared, header, look, onExpand }: DocumentHeadProps<Header>) {
  return (
    <div className={styles.summary} data-region>
      <span className="figures strong">{look.title}</span>
      <span className="figures">{showDate(dateIn(declared.kind, header))}</span>
      {header.payee === null ? null : <span className="ellipsis">{header.payee.name}</span>}
      <span className="ellipsis text-2">{header.remarks}</span>
      <Button size="sm" variant="ghost" onClick={onExpand}>
        Edit header
      </Button>
    </div>
  );
}
