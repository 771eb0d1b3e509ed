import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { officerScreen } from './officer-parts.tsx';

/** As approving officers, with words of their own. */
export const billingOfficerOverride: ScreenOverride = {
  ...officerScreen('billing', {
    created: MESSAGES.billingOfficerCreatedText,
    createFailed: MESSAGES.billingOfficerCreateFailed,
    updateFailed: MESSAGES.billingOfficerUpdateFailed,
    deleteFailed: MESSAGES.billingOfficerDeleteFailed,
  }),
};
