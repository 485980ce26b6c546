// Ways that a recovery offers: those of the account, or for an unknown name made-up ones that are the same each time.
import type { Channel } from '../../platform/verification/contract.ts'
import { maskEmail, maskTel } from '../../platform/verification/rules.ts'
import { type QuestionKey, questionKeys } from '../security/contract.ts'
import type { Recovery, RecoveryWay } from './contract.ts'

/** Ways to verify an account, real or made up. */
export type Identity = { tel: string | null; email: string | null; questions: readonly QuestionKey[] }

/** Channels that the platform can send by. */
type Able = Record<Channel, boolean>

/** Every set of ways that an account may have, common ones more often; one in sixteen is empty. */
const usual: readonly (readonly RecoveryWay[])[] = [
  ...Array.from({ length: 5 }, () => ['tel'] as const),
  ...Array.from({ length: 4 }, () => ['email'] as const),
  ...Array.from({ length: 3 }, () => ['tel', 'email'] as const),
  ['question'],
  ['tel', 'email', 'question'],
  ['email', 'question'],
  [],
]
const letters = 'abcdefghijklmnoprstwyz'
const prefixes = ['130', '135', '136', '137', '138', '139', '150', '158', '159', '180', '186', '188']

/** Derives an identity from at least 16 bytes that only this platform can compute from the name. */
export function madeUp(bytes: Uint8Array): Identity {
  const pick = <T>(from: ArrayLike<T>, at: number): T => from[(bytes[at] ?? 0) % from.length]!
  const ways = pick(usual, 0)
  const digits = Array.from({ length: 8 }, (_, at) => String((bytes[at + 2] ?? 0) % 10)).join('')
  // No two names share an address: otherwise the limits of one name would be noticeable at the other.
  const own = Array.from(bytes, (byte) => byte.toString(36))
    .join('')
    .slice(0, 40)
  const first = (bytes[12] ?? 0) % questionKeys.length
  const step = 1 + ((bytes[13] ?? 0) % 3)
  return {
    tel: ways.includes('tel') ? pick(prefixes, 1) + digits : null,
    email: ways.includes('email')
      ? `${pick(letters, 10)}${own}@${pick(letters, 11)}x.${(bytes[14] ?? 0) % 4 === 0 ? 'cn' : 'com'}`
      : null,
    questions: ways.includes('question')
      ? [0, 1, 2].map((place) => questionKeys[(first + place * step) % questionKeys.length]!)
      : [],
  }
}

/** The ways of an identity that the platform can send by, with masked addresses. */
export function waysOf({ tel, email, questions }: Identity, able: Able): Recovery['ways'] {
  return [
    ...(tel !== null && able.sms ? [{ way: 'tel' as const, to: maskTel(tel) }] : []),
    ...(email !== null && able.email ? [{ way: 'email' as const, to: maskEmail(email) }] : []),
    ...(questions.length > 0 ? [{ way: 'question' as const, to: null }] : []),
  ]
}
