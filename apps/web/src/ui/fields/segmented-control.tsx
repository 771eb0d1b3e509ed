import { useId } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './segmented-control.module.css';

export interface SegmentedControlProps<Value extends string> {
  /** Names the choice. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** Two to five exclusive choices side by side; a radio group to the keyboard and to assistive technology. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: SegmentedControlProps<Value>) {
  const name = useId();
  const field = useFieldControl();
  return (
    <div className={styles.group} role="radiogroup" aria-label={label} aria-describedby={field['aria-describedby']}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
