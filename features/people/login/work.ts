// A proof of work: a number that makes a hash begin with so many zero bits. Found by trying, checked at once. It makes
// guessing passwords by the thousand cost hours of a machine, and a person who mistyped nothing but the moment he types.
// Pure JavaScript: `crypto.subtle` is not there on plain http.

export type Work = { challenge: string; bits: number }

const text = new TextEncoder()

/** What is hashed for a try. */
export const workText = (challenge: string, nonce: number): Uint8Array => text.encode(`${challenge}:${nonce}`)

/** Zero bits at the start. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}

/** Tries at a time: some milliseconds on a phone. */
const slice = 500

/** The first number that does; between slices everything else on the page has its turn. Rejects when aborted. */
export async function solveWork(
  { challenge, bits }: Work,
  sha256: (data: Uint8Array) => Uint8Array,
  signal?: AbortSignal,
): Promise<string> {
  for (let nonce = 0; ; nonce += 1) {
    if (zeroBits(sha256(workText(challenge, nonce))) >= bits) return String(nonce)
    if (nonce % slice !== slice - 1) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
  }
}
