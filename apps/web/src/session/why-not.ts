import { queryOptions, useQuery } from '@tanstack/react-query';
import { levelMissingText, type AccessLevel } from '@talaan/core/access/access-level';
import type { ModuleName } from '@talaan/contract/access/modules';
import { readEffectiveAccess } from '@talaan/contract/sign-in/effective-access.contract';
import { callServer } from '../api/client.ts';
import { accessLevelOn, useRoleAccess } from './session.ts';

/**
 * Why the user may not do what needs a level on a module, or on any one of several: the module, the level that is needed,
 * the level that he has, and who can grant it. Undefined when he may. Every disabled control takes its reason from here
 * (`disabledReason`); the server decides by itself, and where it has said already, `allowed` is its word.
 */
export function useWhyNot(
  modules: ModuleName | readonly ModuleName[],
  needed: AccessLevel,
  allowed?: boolean,
): string | undefined {
  const roleaccess = useRoleAccess();
  const names = typeof modules === 'string' ? [modules] : modules;
  const held = Math.max(0, ...names.map((name) => accessLevelOn(roleaccess, name))) as AccessLevel;
  const isMissing = allowed === undefined ? held < needed : !allowed;
  // Asked only when there is something to explain.
  const own = useQuery({ ...effectiveAccess(undefined), enabled: isMissing });
  if (!isMissing) return undefined;
  if (held >= needed) return 'Your access has changed meanwhile. Reload the page to see it.';
  return [levelMissingText(names, needed, held), grantedBy(own.data?.granted_by)].filter(Boolean).join(' ');
}

/** An action as the server answers it. */
interface ActionState {
  allowed: boolean;
  code: string | null;
  message: string | null;
}

/**
 * Turns the server's refusal of one of these actions into the reason of its control: when a level is missing, it also
 * names who can grant it. The function answers undefined for what is allowed.
 */
export function useRefusalText(
  actions: Readonly<Record<string, ActionState>>,
): (action: ActionState) => string | undefined {
  const isLevelMissing = Object.values(actions).some(({ code }) => code === LEVEL_MISSING);
  const own = useQuery({ ...effectiveAccess(undefined), enabled: isLevelMissing });
  return ({ allowed, code, message }) => {
    if (allowed) return undefined;
    if (code !== LEVEL_MISSING) return refusalOf({ message });
    return [message, grantedBy(own.data?.granted_by)].filter(Boolean).join(' ');
  };
}

/** Why something is not possible now, as the server said it. */
export const refusalOf = ({ message }: Pick<ActionState, 'message'>): string => message ?? 'Not possible now.';

const LEVEL_MISSING = 'no_access';

/** What a user may do on every module and why; without an id, the signed-in user. */
export function effectiveAccess(userId: number | undefined) {
  return queryOptions({
    queryKey: ['access', 'effective', userId ?? 'own'],
    queryFn: async ({ signal }) =>
      (await callServer(readEffectiveAccess, { query: userId === undefined ? {} : { user_id: userId }, signal })).data,
    staleTime: 60_000,
  });
}

/** 'Ana Reyes or Ben Cruz can grant it.'; empty while nobody is known. */
export function grantedBy(names: readonly string[] = []): string {
  if (names.length === 0) return '';
  const people = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return `${people} can grant it.`;
}
