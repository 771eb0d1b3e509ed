/**
 * A key combination as text: `n`, `?`, `mod+s`, `alt+ArrowLeft`, `shift+mod+d`, or a sequence of two keys, `g d`.
 * `mod` is Ctrl, and ⌘ on a Mac.
 */
export type KeyCombination = string;

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** True on Apple machines, where ⌘ takes the place of Ctrl. */
function isApplePlatform(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Whether one key press is the given single combination. Letters match in either case; Shift counts only when named. */
export function matchesCombination(press: KeyPress, combination: KeyCombination, apple = isApplePlatform()): boolean {
  const { key, mod, alt, shift } = readCombination(combination);
  const modPressed = apple ? press.metaKey : press.ctrlKey;
  const otherMod = apple ? press.ctrlKey : press.metaKey;
  if (modPressed !== mod || otherMod || press.altKey !== alt) return false;
  if (shift && !press.shiftKey) return false;
  if (!shift && press.shiftKey && (mod || alt || key.length > 1)) return false;
  return press.key.toLowerCase() === key.toLowerCase();
}

/** Whether the combination is a bare character, which must not act while someone types. */
export function isBareCharacter(combination: KeyCombination): boolean {
  return combination.split(' ').some((part) => {
    const { key, mod, alt } = readCombination(part);
    return !mod && !alt && key.length === 1;
  });
}

/** Whether a text box has a use of its own for the combination. */
export function isEditingKey(combination: KeyCombination): boolean {
  return combination === 'mod+z';
}

/** The keys as people read them: `mod+s` gives ['Ctrl S'], `g d` gives ['G', 'D']; on a Mac '⌘ S'. */
export function describeCombination(combination: KeyCombination, apple = isApplePlatform()): string[] {
  return combination.split(' ').map((part) => {
    const { key, mod, alt, shift } = readCombination(part);
    const words = [
      mod && (apple ? '⌘' : 'Ctrl'),
      alt && (apple ? '⌥' : 'Alt'),
      shift && 'Shift',
      KEY_LABELS[key] ?? capitalise(key),
    ];
    return words.filter(Boolean).join(' ');
  });
}

/** The combination in the form of the `aria-keyshortcuts` attribute; sequences have no such form. */
export function ariaCombination(combination: KeyCombination): string | undefined {
  if (combination.includes(' ')) return undefined;
  const { key, mod, alt, shift } = readCombination(combination);
  const words = [mod && (isApplePlatform() ? 'Meta' : 'Control'), alt && 'Alt', shift && 'Shift', capitalise(key)];
  return words.filter(Boolean).join('+');
}

const KEY_LABELS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
  Escape: 'Esc',
  Delete: 'Del',
  ' ': 'Space',
};

function capitalise(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

function readCombination(combination: KeyCombination): { key: string; mod: boolean; alt: boolean; shift: boolean } {
  const parts = combination.split('+');
  const key = parts.at(-1) || '+';
  const modifiers = parts.slice(0, -1);
  return { key, mod: modifiers.includes('mod'), alt: modifiers.includes('alt'), shift: modifiers.includes('shift') };
}
