import { useFieldControl, useFieldProblem } from './field.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** What a box of figures takes: digits, or what stands on paper as a number. */
const FIGURES = {
  digits: { pattern: /^\d*$/, problem: 'must contain only digits.' },
  paper: { pattern: /^[0-9A-Za-z -]*$/, problem: 'can only contain letters, numbers, spaces or hyphens.' },
} as const;
type Figures = keyof typeof FIGURES;

/** Why a text is no such number, without the name of its field; null when it is one, and when it is empty. */
export function figuresProblem(text: string, figures: Figures = 'digits', longest = 18): string | null {
  const { pattern, problem } = FIGURES[figures];
  if (!pattern.test(text)) return problem;
  return text.length > longest ? `may have up to ${longest} characters.` : null;
}

interface FiguresFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'figures' | 'maxLength'> {
  figures?: Figures;
  longest?: number;
  /** The text as it was typed. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A number that is no amount: a cheque, a count, a year. Nothing that is typed is dropped; what cannot be part of the number
 * stays as typed, and the field says so (ux §5).
 */
export function FiguresField({ figures = 'digits', longest, value, onChange, ...rest }: FiguresFieldProps) {
  const field = useFieldControl();
  const problem = figuresProblem(value, figures, longest);
  useFieldProblem(problem);
  return (
    <TextInput
      inputMode={figures === 'digits' ? 'numeric' : 'text'}
      {...rest}
      figures
      aria-invalid={rest['aria-invalid'] ?? field['aria-invalid'] ?? (problem !== null || undefined)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
