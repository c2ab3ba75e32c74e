import type { Lab } from '../state/lab';

/** Hands on the text of a file; where the browser can't read it (a folder, or it is gone), a notice says so. */
export async function readText(
  lab: Pick<Lab, 'notices'>,
  file: Pick<File, 'name' | 'text'>,
  use: (text: string) => void,
): Promise<void> {
  let text: string;
  try {
    text = await file.text();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    lab.notices.add(`${file.name} can’t be read: ${reason}`);
    return;
  }
  use(text);
}
