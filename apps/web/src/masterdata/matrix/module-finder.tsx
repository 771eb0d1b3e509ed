import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModuleType } from '@talaan/contract/access/modules';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconSearch } from '../../ui/icons.tsx';
import { allChoicesOf } from '../record/choices.ts';
import styles from './matrix.module.css';

export interface ModuleChoice {
  name: string;
  type: ModuleType;
}

/** All modules by name with the query that reads them, the box to find some of them by, what was typed, and whether it finds one. */
export function useModuleFinder() {
  const query = useQuery(allChoicesOf('module'));
  const [text, setText] = useState('');
  const modules = (query.data ?? [])
    .map((row): ModuleChoice => ({ name: row.code, type: row['module_type'] as ModuleType }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const box = (
    <TextInput
      className={styles.picker ?? ''}
      icon={<IconSearch />}
      aria-label="Find a module"
      placeholder="Find a module"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
  const finds = ({ name }: ModuleChoice): boolean => name.toLowerCase().includes(text.trim().toLowerCase());
  return { query, modules, box, text, finds };
}
