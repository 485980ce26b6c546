// The signing key of simulated platforms, and upgrades signed by it.
import type { OfferedKey, SignedUpgrade, Upgrade } from '../../contract/box.ts'
import { generateSigningKey, type SigningKey, signUpgrade } from '../../contract/firmware-signature.ts'

export const stubKey = generateSigningKey()

let serial = 0

/** Signs firmware as the platform does, each version with a later time than the previous one. */
export function signedBy(
  by: SigningKey,
  sn: string,
  order: Omit<Upgrade, 'signed'>,
  keys: OfferedKey[] = [{ key: by.publicKey, endorsement: null }],
): SignedUpgrade {
  serial += 1
  return signUpgrade({ by, keys, serial }, sn, order)
}
