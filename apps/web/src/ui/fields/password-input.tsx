import { useState } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { IconConfidential, IconView } from '../icons.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** A password; it can be shown while it is typed. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'after'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoComplete="new-password"
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          size="sm"
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? <IconConfidential /> : <IconView />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
