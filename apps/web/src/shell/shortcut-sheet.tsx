import { Dialog } from '../ui/layers/dialog.tsx';
import { KeyboardHint } from '../ui/keyboard/keyboard-hint.tsx';
import type { Shortcut } from '../ui/keyboard/shortcuts.ts';
import { usePreferences } from '../page/preferences.ts';
import styles from './shortcut-sheet.module.css';

const SECTIONS = [
  { scope: 'screen', title: 'This screen' },
  { scope: 'global', title: 'Everywhere' },
] as const;

/** Keys that every table and dialog understands; they are not registered, because they belong to the focused element. */
const STANDING: readonly { keys: string; description: string }[] = [
  { keys: 'ArrowUp ArrowDown', description: 'Previous, next row' },
  { keys: 'Enter', description: 'Open row' },
  { keys: 'PageUp PageDown', description: 'Previous, next page' },
  { keys: 'alt+ArrowDown', description: 'Open the choices of a field' },
  { keys: 'mod+s', description: 'Save a dialog' },
  { keys: 'Escape', description: 'Cancel, close' },
];

/** What `?` shows: the shortcuts that act on the screen it was asked from. */
export function ShortcutSheet({ shortcuts, onClose }: { shortcuts: readonly Shortcut[] | null; onClose: () => void }) {
  const { single_letters: singleLetters } = usePreferences();
  const listed = shortcuts ?? [];
  return (
    <Dialog
      open={shortcuts !== null}
      title="Keyboard shortcuts"
      subtitle={
        singleLetters
          ? 'Single letters act while no text box has the focus.'
          : 'Single-letter keys are switched off in the user menu.'
      }
      width={640}
      reading
      onClose={onClose}
    >
      <div className={styles.columns}>
        {SECTIONS.map(({ scope, title }) => (
          <Section key={scope} title={title} entries={listed.filter((shortcut) => shortcut.scope === scope)} />
        ))}
        <Section title="Tables and fields" entries={STANDING} />
      </div>
    </Dialog>
  );
}

function Section({ title, entries }: { title: string; entries: readonly { keys: string; description: string }[] }) {
  if (entries.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <dl>
        {entries.map(({ keys, description }) => (
          <div key={keys} className={styles.row}>
            <dt>{description}</dt>
            <dd>
              <KeyboardHint keys={keys} />
              <span className="visually-hidden">{keys}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
