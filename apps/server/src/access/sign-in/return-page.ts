import { SIGN_IN_CHANNEL, type SignInMessage } from '@talaan/contract/sign-in/sign-in-channel';
import { renderPlainPage, type PageNonces } from '../../platform/sign-in/plain-page.ts';

/**
 * The page on which a visit to a provider ends: it hands its message to the page that opened the sign-in window and
 * closes itself. A refusal stays open, says why and leads back.
 */
export function renderReturnPage({ message, ...nonces }: PageNonces & { message: SignInMessage }): string {
  const wire = JSON.stringify(message).replaceAll('<', '\\u003c');
  const closes = message.kind === 'refused' ? '' : ' window.close();';
  return renderPlainPage({
    ...nonces,
    title: 'Sign in',
    content:
      message.kind === 'refused'
        ? {
            heading: 'Not signed in',
            text: message.message,
            link: { text: 'Try again', address: '/sign-in-window?again=1' },
          }
        : { heading: 'Signed in', text: 'You can close this window.' },
    script: `const channel = new BroadcastChannel('${SIGN_IN_CHANNEL}'); channel.postMessage(${wire}); channel.close();${closes}`,
  });
}
