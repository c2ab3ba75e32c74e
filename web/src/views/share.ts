import type { Lab } from '../state/lab';
import type { EncodedLink } from '../state/link';

/** How long an answer stands beside the button that was pressed. */
export const answerMilliseconds = 2500;

/** Copies a link; where the browser keeps pages from the clipboard, a notice shows it. What to say beside the button. */
export async function shareLink(lab: Lab, { hash, textLeftOut }: EncodedLink): Promise<string> {
  const link = `${location.origin}${location.pathname}${location.search}${hash}`;
  if (textLeftOut) {
    lab.notices.add(
      'The text is too long to travel in a link: the link holds everything else, and trains on the built-in text.',
    );
  }
  try {
    await navigator.clipboard.writeText(link);
    return 'Link copied';
  } catch {
    lab.notices.add(`Copy this link: ${link}`);
    return '';
  }
}
