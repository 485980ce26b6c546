// A secret that is needed for one request only: it is stored with the request, encrypted with the platform's key.
export const sealedParam = (sealed: Buffer) => ({ sealed: sealed.toString('base64') })

/** The base64 text of a secret that is stored encrypted in a request, or nothing for any other value. */
export function sealedText(value: unknown): string | undefined {
  const isOne = typeof value === 'object' && value !== null && 'sealed' in value
  return isOne && typeof value.sealed === 'string' ? value.sealed : undefined
}
