// A document or a race, as JSON text or as an object -> the UTF-8 that the core reads.

/**
 * A string is taken for JSON text; anything else is written as JSON. What JSON has no word for (NaN,
 * a bigint, a function) becomes a string, so that the core refuses it by the name of its field
 * instead of reading it as absent.
 */
export function documentText(document) {
  try {
    const json =
      typeof document === 'string' ? document : (JSON.stringify(document, spelled) ?? 'null');
    // Bytes, not a string: the encoder puts U+FFFD for half a surrogate pair, where the glue's own
    // conversion would also swallow the character behind it.
    return { text: new TextEncoder().encode(json) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `the document can't be written as JSON: ${reason.split('\n')[0]}`;
    return { errors: [{ pointer: '', field: '', value: null, allowed: 'JSON', message }] };
  }
}

function spelled(_key, value) {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return String(value);
    case 'function':
    case 'symbol':
      return typeof value;
    default:
      return value;
  }
}
